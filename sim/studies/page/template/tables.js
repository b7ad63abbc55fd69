// tables.js - figures as tables.

'use strict';

function fairnessTile(f) {
  if (f.fairness === null || f.worst_source === null) {
    return ['fairness', '-', 'nodes were not counted'];
  }
  return ['fairness', number(f.fairness, 4), `worst: node ${f.worst_source} gets ` +
    `${number(f.worst_source_accepted, 3)} of ${number(f.worst_source_offered, 3)}`];
}

function drawTiles(point) {
  const f = point.figures;
  const isMeasured = f.packets > 0;
  const none = 'no packet was measured';
  const interval = f.latency_ci95 === null ? 'interval unknown' : `± ${number(f.latency_ci95, 3)}` +
    ' (95 %)' + (f.saturated || f.latency_ci95_reliable ? '' : ', run too short');
  const tiles = [
    ['offered', number(f.offered), 'flits per node and cycle'],
    ['accepted', number(f.accepted), f.saturated ? 'saturated' : 'flits per node and cycle'],
    ['latency', isMeasured ? number(f.latency) : '-', isMeasured ? `cycles ${interval}` : none],
    ['99 % within', isMeasured ? number(f.latency_p99) : '-',
      isMeasured ? `cycles, slowest ${number(f.latency_max)}` : none],
    isMeasured ? fairnessTile(f) : ['fairness', '-', none],
    ['busiest channel', ...(f.channel_utilisation_max === null ? ['-', 'not measured']
      : [percent(f.channel_utilisation_max), 'of cycles with a flit'])],
    ['packets measured', number(f.packets), f.undelivered > 0
      ? `${number(f.undelivered)} not delivered` : `in ${number(f.measurement_cycles)} cycles`],
  ];
  byId('tiles').replaceChildren(...tiles.map(([name, value, unit]) =>
    html('div', {class: 'tile'}, html('span', {}, name), html('b', {}, value),
      html('em', {}, unit))));
}

function drawFigures(point) {
  const rows = DATA.keys.map(([name, unit, meaning]) => [html('code', {}, name),
    html('span', {'data-figure': name}, number(point.figures[name], 6)), unit, meaning]);
  byId('figures').replaceChildren(
    table([['figure', false], ['value', true], ['unit', false], ['meaning', false]], rows));
}

function drawBusiest(point) {
  const place = byId('busiest');
  byId('busiest-details').hidden = !point.busiest;
  place.replaceChildren();
  if (!point.busiest || point.busiest.length === 0) return;
  const network = DATA.networks[point.network];
  const vcs = point.busiest[0][6].length;
  const columns = [['channel', true], ['from', false], ['port', true], ['to', false],
    ['port', true], ['utilisation', true],
    ...Array.from({length: vcs}, (_, vc) => [`VC ${vc}, flits`, true])];
  const rows = point.busiest.map(([c, from, fromPort, to, toPort, utilisation, occupancy]) => {
    const choose = () => {
      chooseChannel(c, true);
      byId('canvas').scrollIntoView({block: 'nearest'});
    };
    const name = network.strokes
      ? html('button', {type: 'button', onclick: choose}, String(c)) : String(c);
    return [name, from, String(fromPort), to, String(toPort), percent(utilisation),
      ...occupancy.map((flits) => number(flits, 3))];
  });
  place.append(table(columns, rows));
}

// Who waits for whom when nothing moves any more; the last line for the first, in a deadlock.
function drawStandstill(point) {
  const found = point.standstill;
  byId('standstill-section').hidden = !found;
  byId('standstill').replaceChildren();
  if (!found) return;
  const network = DATA.networks[point.network];
  byId('standstill-title').textContent = found.deadlock ? 'Deadlock' : 'Standstill';
  byId('standstill-hint').textContent = `Noticed in cycle ${number(found.cycle)}. ` +
    (found.deadlock ? 'Each of these packets waits for the next, and the last for the first. The ' +
      'channels in whose buffers they wait are marked in the picture.'
      : found.waiting.length === 0 ? found.report
        : 'Each of these packets waits for the next, the last for something outside the routers.');
  const columns = [['', true], ['component', false], ['port', false], ['VC', true],
    ['channel', true], ['packet', true], ['from node', true], ['to node', true]];
  const rows = found.waiting.map((at, i) => {
    const p = at.packet;
    const choose = () => {
      chooseChannel(at.channel, true);
      byId('canvas').scrollIntoView({block: 'nearest'});
    };
    const channel = at.channel === null ? 'terminal'
      : network.strokes ? html('button', {type: 'button', onclick: choose}, String(at.channel))
        : String(at.channel);
    return [String(i + 1), at.component, `${at.side} ${at.port}`, String(at.vc), channel,
      ...(p ? [String(p.number), String(p.source), p.destination === null ? 'all'
        : String(p.destination)] : ['unknown', '', ''])];
  });
  if (rows.length > 0) byId('standstill').append(table(columns, rows));
}

function drawWarning(point) {
  const f = point.figures;
  const lines = [];
  if (f.mismatches > 0) lines.push(`Hardware and model differ:\n${f.mismatch_report}`);
  if (f.saturated) lines.push(`Saturated: ${f.reason}`);
  else if (!f.saturated && !f.complete) lines.push(`Not complete: ${f.reason}`);
  if (!f.warmup_converged) lines.push('Warm-up was cut at its limit before its rule was met.');
  if (DATA.missing.length > 0) lines.push(`Points that were not run: ${DATA.missing.join('; ')}`);
  byId('warning').hidden = lines.length === 0;
  byId('warning').textContent = lines.join('\n');
}
