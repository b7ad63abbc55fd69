// workload.js - what a workload found out: figures, tables, and pictures of some of them.

'use strict';

const MOST_BARS = 60;  // messages of a critical path that are drawn

// What the source of the messages found out: figures, then its tables.
function drawWorkload(point) {
  const found = point.workload;
  byId('workload-section').hidden = !found;
  byId('workload-tables').replaceChildren();
  if (!found) return;
  byId('workload-title').textContent = `Workload: ${found.kind}`;
  byId('workload-figures').replaceChildren(
    table([['figure', false], ['value', true], ['unit', false], ['meaning', false]],
      found.figures.map(([name, value, unit, meaning]) => [html('code', {}, name),
        html('span', {'data-workload': name}, number(value, 6)), unit, meaning])));
  for (const {file, columns, rows, all} of found.tables) {
    const count = rows.length < all ? `the first ${number(rows.length)} of ${number(all)} rows`
      : `${number(all)} rows`;
    const picture = pictureOf(columns, rows);
    if (picture) byId('workload-tables').append(picture);
    byId('workload-tables').append(html('details', {},
      html('summary', {}, `${file}, ${count}`),
      table(columns.map((name) => [name, true]),
        rows.map((row) => row.map((cell) => number(cell, 6))))));
  }
}


// A table with the times of messages that follow one another is drawn as their timeline, one of
// flows with their accepted traffic as a matrix. Else nothing.
function pictureOf(columns, rows) {
  if (rows.length === 0) return null;
  if (columns.includes('waited')) return timeline(columns, rows);
  if (columns.includes('phase') && columns.includes('start')) return phaseBars(columns, rows);
  if (columns.includes('accepted') && columns.includes('missed')) return matrix(columns, rows);
  return null;
}

// The critical path: a bar for each message, first in the source queue, then in the network.
function timeline(columns, rows) {
  const at = (name) => columns.indexOf(name);
  const shown = rows.slice(0, MOST_BARS);
  const end = rows[shown.length - 1][at('delivered')];
  const step = 14;
  const chart = frame({title: 'Critical path: when each of its messages waited and travelled',
    width: 1160, height: 70 + step * shown.length, top: 10, left: 110, xHigh: end, yHigh: 1,
    yTicks: [], xLabel: rows.length > shown.length
      ? `cycles; the first ${shown.length} of ${number(rows.length)} messages` : 'cycles'});
  shown.forEach((row, i) => {
    const y = 12 + step * i;
    const bar = (from, to, colour) => svg('rect', {x: chart.x(from), y, height: step - 3,
      width: Math.max(chart.x(to) - chart.x(from), 0.6), fill: colour});
    const [queued, injected, delivered] =
      ['queued', 'injected', 'delivered'].map((name) => row[at(name)]);
    chart.root.append(svg('text', {x: 104, y: y + 10, 'text-anchor': 'end', class: 'soft'},
      `${row[at('source')]} to ${row[at('destination')]}`));
    chart.root.append(svg('g', {}, svg('title', {}, `message ${row[at('id')]}: waited ` +
      `${number(row[at('waited')])} cycles, queued in ${number(queued)}, injected in ` +
      `${number(injected)}, delivered in ${number(delivered)}`),
    bar(queued, injected, CATEGORIES[1]), bar(injected, delivered, CATEGORIES[0])));
  });
  return html('figure', {}, chart.root, html('figcaption', {class: 'hint'},
    'The critical path. Orange: in the source queue; blue: in the network; between the bars: ' +
    'delays, and waiting for the cycle of a message.'));
}

// A bar for each phase, from its start to its last flit.
function phaseBars(columns, rows) {
  const at = (name) => columns.indexOf(name);
  const shown = rows.slice(0, MOST_BARS);
  const step = 18;
  const chart = frame({title: 'Phases: when each ran', width: 1160,
    height: 70 + step * shown.length, top: 10, left: 110,
    xHigh: shown[shown.length - 1][at('end')], yHigh: 1, yTicks: [],
    xLabel: rows.length > shown.length
      ? `cycles; the first ${shown.length} of ${number(rows.length)} phases` : 'cycles'});
  shown.forEach((row, i) => {
    const [start, end] = [row[at('start')], row[at('end')]];
    const y = 12 + step * i;
    chart.root.append(svg('text', {x: 104, y: y + 12, 'text-anchor': 'end', class: 'soft'},
      `phase ${row[at('phase')]}`));
    chart.root.append(svg('g', {}, svg('title', {}, `phase ${row[at('phase')]}: ` +
      `${number(row[at('messages')])} messages, cycles ${number(start)} to ${number(end)}`),
    svg('rect', {x: chart.x(start), y, height: step - 4, fill: CATEGORIES[0],
      width: Math.max(chart.x(end) - chart.x(start), 0.6)})));
  });
  return html('figure', {}, chart.root, html('figcaption', {class: 'hint'},
    'Each phase from its start to its last flit; between the bars: pauses.'));
}

// Sources downwards, destinations across; a flow that misses a limit has a frame.
function matrix(columns, rows) {
  const at = (name) => columns.indexOf(name);
  const most = Math.max(...rows.map((row) => row[at('accepted')]), 1e-9);
  const nodes = 1 + Math.max(...rows.map((row) => Math.max(row[at('source')],
    row[at('destination')])));
  const cell = Math.max(3, Math.min(24, 560 / nodes));
  const wide = 60 + cell * nodes;
  const root = svg('svg', {class: 'chart', viewBox: `0 0 ${wide} ${wide - 20}`,
    role: 'img', style: `max-width: ${wide}px`,
    'aria-label': 'Matrix of flows: accepted traffic from each source to each destination'});
  for (const row of rows) {
    const misses = row[at('missed')] !== 0;
    root.append(svg('rect', {x: 50 + cell * row[at('destination')],
      y: 10 + cell * row[at('source')], width: cell - 1, height: cell - 1,
      fill: heat(row[at('accepted')] / most), stroke: misses ? CATEGORIES[1] : null,
      'stroke-width': misses ? 2 : null},
    svg('title', {}, `${row[at('source')]} to ${row[at('destination')]}: ` +
      `${number(row[at('accepted')])} of ${number(row[at('offered')])} flits per cycle` +
      `${misses ? ', misses a limit' : ''}`)));
  }
  root.append(svg('text', {x: 50, y: 30 + cell * nodes, class: 'soft'},
    `to node 0 .. ${nodes - 1}`), svg('text', {x: 4, y: 20, class: 'soft'}, 'from'));
  return html('figure', {}, root, html('figcaption', {class: 'hint'},
    `Accepted traffic of the flows, up to ${number(most)} flits per cycle. A frame: the flow ` +
    'misses a limit.'));
}
