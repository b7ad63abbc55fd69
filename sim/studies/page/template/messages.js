// messages.js - the slowest messages and their paths.

'use strict';

function nodeName(network, node, end) {
  const component = network.nodes[node][end];
  return network.names.length > 0 ? `${node} at ${network.names[component]}` : String(node);
}

function drawSlowest(point) {
  const network = DATA.networks[point.network];
  const problem = byId('slowest-problem');
  problem.hidden = point.slowest_problem === '';
  problem.textContent = point.slowest_problem;
  const place = byId('slowest');
  place.replaceChildren();
  if (point.slowest.length === 0) {
    place.append(html('p', {class: 'hint'}, 'No measured message was delivered.'));
    return;
  }
  const columns = [['', false], ['source', false], ['destination', false], ['flits', true],
    ['queued', true], ['injected', true], ['head', true], ['delivered', true],
    ['latency', true], ['in source queue', true]];
  const rows = point.slowest.map((m, i) => {
    const chosen = state.message === i;
    const button = html('button', {type: 'button', 'aria-pressed': String(chosen),
      'aria-label': `path of message ${i + 1}`, onclick: () => chooseMessage(chosen ? null : i)},
    chosen ? 'hide' : 'path');
    const latency = m.delivered - m.queued;
    return [button, nodeName(network, m.source, 0),
      nodeName(network, m.destination, 1), number(m.flits),
      ...[m.queued, m.injected, m.head, m.delivered, latency].map((v) => number(v)),
      percent((m.injected - m.queued) / (latency || 1))];
  });
  const made = table(columns, rows);
  made.querySelectorAll('tbody tr').forEach((row, i) => {
    if (i === state.message) row.className = 'chosen';
  });
  place.append(made);
}

// One table for each packet that is shown: hop, cycle, cycles since the event before.
function pathTable(network, message, path, name) {
  let before = path.injected;
  const hops = path.hops.map(([cycle, from, port, vc, channel], i) => {
    const next = path.hops[i + 1];
    const to = channel < 0 ? 'terminal'
      : network.channels ? network.names[network.channels[channel][2]] : next ? next[1] : '';
    const row = [String(i + 1), from, String(port), to, String(vc), number(cycle),
      number(cycle - before)];
    before = cycle;
    return row;
  });
  const start = [['', 'queued', '', '', '', number(message.queued), ''],
    ['', 'injected', '', '', '', number(path.injected), number(path.injected - message.queued)]];
  const end = [['', 'delivered whole', '', '', '',
    number(path.delivered), number(path.delivered - before)]];
  return table([['hop', true], ['from', false], ['port', true], ['to', false], ['VC', true],
    ['cycle', true], ['waited', true]], [...start, ...hops, ...end], name);
}

function drawPath(point) {
  const place = byId('path');
  place.replaceChildren();
  if (state.message === null) return;
  const message = point.slowest[state.message];
  const network = DATA.networks[point.network];
  const many = message.packets > 1;
  if (message.paths.length === 0) {
    place.append(html('p', {class: 'hint'}, 'The path of this message is not known.'));
    return;
  }
  message.paths.forEach((path, i) => {
    const which = !many ? `Message ${state.message + 1}: its head`
      : i === 0 ? `Message ${state.message + 1}: head of the first of ${message.packets} packets`
        : 'Head of its last packet';
    place.append(pathTable(network, message, path, `${which}, from channel to channel`));
  });
}

function chooseMessage(index) {
  state.message = index;
  const point = DATA.points[state.point];
  drawSlowest(point);
  drawPath(point);
  drawMarks();
  const button = byId('slowest').querySelectorAll('button')[index === null ? 0 : index];
  if (button) button.focus({preventScroll: true});
}
