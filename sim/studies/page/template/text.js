// text.js - elements and numbers: the small change of the page.

'use strict';

const DATA = JSON.parse(document.getElementById('data').textContent);
const SVG = 'http://www.w3.org/2000/svg';

const byId = (id) => document.getElementById(id);

// Text goes in as text nodes only: whatever a name holds, it is no markup.
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  for (const child of children) {
    if (child !== null && child !== undefined) node.append(child);
  }
  return node;
}

const html = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

// At most `digits` significant ones, no more zeros than needed.
function number(value, digits = 4) {
  if (value === null || value === undefined) return 'unknown';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value)) return value.toLocaleString('en-US').replaceAll(',', '\u202f');
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential(2);
  return String(Number(value.toPrecision(digits)));
}

const percent = (share) => `${(100 * share).toFixed(share < 0.0995 ? 2 : 1)} %`;

// A list of terms and what they are.
function facts(rows) {
  const list = html('dl', {class: 'facts'});
  for (const [key, name, value] of rows) {
    list.append(html('dt', {}, name), html('dd', {'data-key': key}, value));
  }
  return list;
}

// `columns`: [heading, is a number]; a cell is text or an element.
function table(columns, rows, caption) {
  const heading = (column) =>
    html('th', {scope: 'col', class: column[1] ? 'number' : null}, column[0]);
  const cell = (value, column) =>
    html('td', {class: columns[column][1] ? 'number' : null}, value);
  const body = rows.map((row) => {
    const line = html('tr', {}, ...row.map(cell));
    return line;
  });
  return html('table', {}, caption ? html('caption', {}, caption) : null,
    html('thead', {}, html('tr', {}, ...columns.map(heading))), html('tbody', {}, ...body));
}
