// night.js - the morning page: what failed, is it new, how is it repeated.

'use strict';

const MOST_ROWS = 500;

const count = (n, one, many) => `${number(n)} ${n === 1 ? one : many || one + 's'}`;

function duration(seconds) {
  if (seconds < 100) return `${number(seconds, 3)} s`;
  if (seconds < 6000) return `${number(seconds / 60, 3)} min`;
  return `${number(seconds / 3600, 3)} h`;
}

const isNew = (group) => DATA.trend && DATA.trend.nights.length > 1 && group.since === DATA.night;

function drawHead() {
  byId('name').textContent = DATA.suite;
  const seeds = DATA.reseed === 0 ? 'the seeds of the suite' : `random night ${DATA.reseed}`;
  byId('subtitle').textContent = `${when(DATA.night)} UTC, ${seeds}, ` +
    `${count(DATA.hosts.length, 'machine')}: ${DATA.hosts.slice(0, 4).join(', ')}` +
    `${DATA.hosts.length > 4 ? ' …' : ''}`;
  const bad = DATA.failed + DATA.missing > 0;
  const news = DATA.groups.filter(isNew).length;
  const words = [];
  if (DATA.failed > 0) {
    words.push(`${number(DATA.failed)} of ${count(DATA.total, 'point')} failed, in ` +
      `${count(DATA.groups.length, 'kind')}${news > 0 ? `, ${number(news)} new` : ''}`);
  }
  if (DATA.missing > 0) words.push(`${count(DATA.missing, 'point')} not run`);
  byId('verdict').textContent = bad ? words.join('; ') : `All ${count(DATA.total, 'point')} passed`;
  if (bad) byId('verdict').classList.add('bad');
}

function drawTiles() {
  const tile = (name, value, note, kind) => byId('tiles').append(
    html('div', {class: `tile ${kind || ''}`}, html('b', {'data-figure': name}, value),
      html('span', {}, name), note ? html('em', {}, note) : null));
  tile('points', number(DATA.total), count(DATA.cases.length, 'case'));
  tile('passed', number(DATA.passed), null, 'good');
  tile('failed', number(DATA.failed), count(DATA.groups.length, 'kind'), DATA.failed ? 'bad' : '');
  tile('missing', number(DATA.missing), null, DATA.missing ? 'bad' : '');
  tile('processor time', duration(DATA.cpu_seconds), `longest point ${duration(DATA.longest)}`);
  tile('cycles', number(DATA.cycles), 'simulated');
  tile('flit hops', number(DATA.compared), 'compared in lockstep');
}

// The last events before the failure; those at the component that differs are marked.
function eventTable(group) {
  const rows = group.events.rows.map((cells) => html('tr',
    {class: group.component && cells.includes(group.component) ? 'here' : null},
    ...cells.map((cell) => html('td', {}, cell))));
  return html('details', {}, html('summary', {}, `The last ${rows.length} events before it`),
    html('div', {class: 'events'}, html('table', {}, html('thead', {}, html('tr', {},
      ...group.events.columns.map((name) => html('th', {scope: 'col'}, name)))),
    html('tbody', {}, ...rows))));
}

function command(text) {
  const code = html('code', {class: 'repeat'}, text);
  const choose = () => window.getSelection().selectAllChildren(code);
  return html('div', {class: 'command'}, code,
    html('button', {type: 'button', onclick: choose}, 'select'));
}

function drawGroup(group) {
  const badge = isNew(group) ? html('span', {class: 'badge new'}, 'new')
    : group.since && group.since !== DATA.night
      ? html('span', {class: 'badge'}, `since ${when(group.since)}`) : null;
  const others = group.points.length - 1;
  const card = html('article', {class: 'group'},
    html('h3', {}, `${number(group.points.length)} × ${group.signature}`, badge),
    group.details === '' ? null : html('p', {}, group.details),
    html('p', {class: 'point-name'}, group.points[0]),
    ...group.complaints.map((text) => html('p', {}, text)),
    command(group.repeat));
  if (group.files.length > 0) {
    card.append(html('p', {class: 'files'}, ...group.files.map((file) =>
      html('a', {href: file.split('/').map(encodeURIComponent).join('/')},
        file.slice(file.lastIndexOf('/') + 1)))));
  }
  if (group.events.rows.length > 0) card.append(eventTable(group));
  if (others > 0) {
    card.append(html('details', {}, html('summary', {}, `${count(others, 'more point')}`),
      html('ul', {class: 'point-name'}, ...group.points.slice(1, MOST_ROWS).map((name) =>
        html('li', {}, name)))));
  }
  byId('kinds').append(card);
}

function drawCases() {
  const figure = (value, kind) => html('span', {class: value > 0 ? kind : null}, number(value));
  const rows = DATA.cases.map((row) => [row.case, number(row.points), number(row.passed),
    figure(row.failed, 'failed'), figure(row.missing, 'missing'), duration(row.cpu_seconds)]);
  byId('case-table').append(table([['case', false], ['points', true], ['passed', true],
    ['failed', true], ['missing', true], ['processor time', true]], rows));
}

function drawPoints() {
  const words = byId('words').value.toLowerCase().split(' ').filter((word) => word !== '');
  const all = byId('show').value === 'all';
  const chosen = DATA.points.filter((point) => (all || point[1] !== 'passed') &&
    words.every((word) => point[0].toLowerCase().includes(word)));
  byId('shown').textContent = chosen.length > MOST_ROWS
    ? `the first ${MOST_ROWS} of ${number(chosen.length)}` : count(chosen.length, 'point');
  const rows = chosen.slice(0, MOST_ROWS).map((point) => [
    html('span', {class: 'point-name'}, point[0]), point[1], point[2] === null ? '' :
      number(point[2]), point[3] === null ? '' : number(point[3]),
    point[4] === null ? '' : number(point[4], 3)]);
  byId('point-table').replaceChildren(table([['point', false], ['verdict', false],
    ['latency', true], ['accepted', true], ['CPU s', true]], rows));
  for (const cell of byId('point-table').querySelectorAll('td:nth-child(2)')) {
    cell.className = cell.textContent;
  }
}

drawHead();
drawTiles();
byId('failures').hidden = DATA.groups.length === 0;
DATA.groups.forEach(drawGroup);
drawTrend();
drawCases();
if (DATA.failed + DATA.missing === 0) byId('show').value = 'all';
byId('show').addEventListener('change', drawPoints);
byId('words').addEventListener('input', drawPoints);
byId('filter').addEventListener('submit', (event) => event.preventDefault());
drawPoints();
