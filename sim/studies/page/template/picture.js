// picture.js - the network: channels as strokes with the colour of what they carry.
//
// Lengths of the data are distances between neighbours; the drawing has UNIT of its own for each.

'use strict';

const UNIT = 100;

// What is on the screen: the drawing of one network, the scale of its colours, its zoom.
const picture = {network: -1, root: null, strokes: [], nodes: [], numbers: null, marks: null,
  zoom: 1};

const u = (value) => Math.round(value * UNIT * 10) / 10;

function strokePath(stroke) {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = stroke;
  if (stroke.length === 4) return `M${u(x0)} ${u(y0)}L${u(x1)} ${u(y1)}`;
  return `M${u(x0)} ${u(y0)}C${u(x1)} ${u(y1)} ${u(x2)} ${u(y2)} ${u(x3)} ${u(y3)}`;
}

const span = (stroke) =>
  Math.hypot(stroke[stroke.length - 2] - stroke[0], stroke[stroke.length - 1] - stroke[1]);

// Half an arrowhead, on the side away from the channel that leads back.
function barbPath(stroke, size) {
  const n = stroke.length;
  const [x0, y0, x1, y1] = stroke.slice(n - 4);
  const reach = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ax, ay] = [(x1 - x0) / reach * size, (y1 - y0) / reach * size];
  return `M${u(x1)} ${u(y1)}L${u(x1 - ax - 0.6 * ay)} ${u(y1 - ay + 0.6 * ax)}`;
}

function drawNodes(network, root) {
  const interchanges = new Set(network.interchanges);
  const half = network.size / 2;
  picture.nodes = network.names.map((name, i) => {
    const x = network.spots[2 * i];
    const y = network.spots[2 * i + 1];
    const r = interchanges.has(i) ? half * 0.9 : half;
    const d = interchanges.has(i)
      ? `M${u(x - r)} ${u(y)}L${u(x)} ${u(y - r)}L${u(x + r)} ${u(y)}L${u(x)} ${u(y + r)}z`
      : `M${u(x - r)} ${u(y - r)}h${u(2 * r)}v${u(2 * r)}h${u(-2 * r)}z`;
    const node = svg('path', {class: 'node', d, 'stroke-width': 2.5, 'data-node': i});
    root.append(node);
    return node;
  });
}

// Routers have the number of their node; a switch has its own, in its stage if there are stages.
function drawNumbers(network, root) {
  const numbers = svg('g', {class: 'numbers', 'aria-hidden': 'true'});
  const interchanges = new Set(network.interchanges);
  network.names.forEach((name, component) => {
    if (interchanges.has(component)) return;
    const text = name.startsWith('switch_') ? name.slice(name.lastIndexOf('_') + 1)
      : String(component);
    const size = UNIT * network.size * Math.min(0.5, 1.25 / Math.max(2, text.length));
    numbers.append(svg('text', {class: 'number', x: u(network.spots[2 * component]),
      y: u(network.spots[2 * component + 1]), style: `font-size:${size.toFixed(1)}px`}, text));
  });
  root.append(numbers);
  return numbers;
}

function drawPicture() {
  const point = DATA.points[state.point];
  const canvas = byId('canvas');
  if (picture.network === point.network) return;
  picture.network = point.network;
  picture.zoom = 1;
  const network = DATA.networks[point.network];
  const root = svg('svg', {viewBox: `0 0 ${u(network.width)} ${u(network.height)}`, tabindex: 0,
    role: 'application', 'aria-label': `Picture of the network, ${network.shape}. Arrow keys go ` +
      'from channel to channel: left and right by number, up and down by load.',
    'aria-describedby': 'readout'});
  picture.root = root;
  const channels = svg('g', {class: 'channels'});
  const barb = Math.min(0.12, network.size / 3);
  picture.strokes = (network.strokes || []).map((stroke, c) => svg('path', {class: 'channel',
    'data-channel': c, d: strokePath(stroke) + barbPath(stroke, barb)}));
  // Short ones last: they lie on top of those that pass by.
  channels.append(...picture.strokes.map((path, c) => [path, span(network.strokes[c])])
    .sort((a, b) => b[1] - a[1]).map(([path]) => path));
  root.append(channels);
  drawNodes(network, root);
  picture.numbers = drawNumbers(network, root);
  for (const [x, y, text] of network.labels) {
    root.append(svg('text', {class: 'label', x: u(x), y: u(y),
      'text-anchor': text.startsWith('stage') ? 'middle' : 'start'}, text));
  }
  picture.marks = svg('g', {class: 'marks'});
  root.append(picture.marks);
  canvas.replaceChildren(...(network.names.length > 0 ? [root] : []));
  listenToPicture(root, network);
  offerMeasures(network);
  offerGroups(network);
  sizePicture();
}

// As wide as the page, but no node smaller than can be told apart nor larger than need be.
function sizePicture() {
  const network = DATA.networks[picture.network];
  const room = Math.max(0, byId('canvas').clientWidth - 14);
  const high = 0.86 * window.innerHeight;
  const fit = Math.min(room / network.width, Math.max(high, 420) / network.height);
  const least = Math.min(15, room / network.width * 2.5);
  const scale = Math.max(least, Math.min(fit, 96)) * picture.zoom;
  picture.root.setAttribute('width', Math.round(network.width * scale));
  picture.root.setAttribute('height', Math.round(network.height * scale));
  picture.numbers.classList.toggle('hidden', scale * network.size < 15);
}

// The figure that gives the colour: [value of channel c, name, unit, end of the whole range].
function measured() {
  const point = DATA.points[state.point];
  const network = DATA.networks[point.network];
  if (state.measure === 'utilisation') {
    return {of: (c) => point.utilisation[c], name: 'utilisation',
      unit: 'share of cycles with a flit', whole: 1};
  }
  const vc = Number(state.measure);
  return {of: (c) => point.occupancy[c * network.vcs + vc], name: `occupancy of VC ${vc}`,
    unit: 'mean flits in the buffer', whole: network.buffer_depth};
}

function colourPicture() {
  const point = DATA.points[state.point];
  const network = DATA.networks[point.network];
  const hint = [network.shape + '.', network.note];
  if (network.lack !== '') hint.push(network.lack);
  byId('network-hint').replaceChildren(hint.join(' '));
  byId('network-controls').hidden = !point.utilisation;
  byId('scale').replaceChildren();
  if (point.components) return colourNodes(point);
  if (!point.utilisation) {
    byId('network-hint').append(' This run has no figures of channels.');
    return picture.strokes.forEach((path) => path.setAttribute('stroke', 'var(--node-edge)'));
  }
  const what = measured();
  const values = picture.strokes.map((_, c) => what.of(c));
  const end = state.range === 'full' ? what.whole
    : roundUp(values.reduce((most, value) => Math.max(most, value), 0));
  const begin = state.range === 'spread'
    ? values.reduce((least, value) => Math.min(least, value), end) : 0;
  picture.strokes.forEach((path, c) => {
    const share = (values[c] - begin) / (end - begin || 1);
    const width = UNIT * network.stroke * (span(network.strokes[c]) > 2.5 ? 0.6 : 1);
    path.setAttribute('stroke', heat(share));
    path.setAttribute('stroke-width', (width * (0.45 + 0.55 * Math.min(1, share))).toFixed(1));
  });
  drawScale(what, begin, end);
}

function colourNodes(point) {
  const end = roundUp(point.components.reduce((most, value) => Math.max(most, value), 0));
  picture.nodes.forEach((node, i) => {
    node.style.fill = heat(point.components[i] / end);
  });
  drawScale({name: 'utilisation of the busiest channel', unit: 'share of cycles with a flit'}, 0,
    end);
}

function drawScale(what, begin, end) {
  byId('scale').append(scaleBar(what, begin, end));
}

function scaleBar(what, begin, end) {
  const root = svg('svg', {viewBox: '0 0 520 58', width: 520, height: 58, role: 'img',
    'aria-label': `Colours: ${what.name} from ${number(begin)} to ${number(end)}`});
  const steps = 96;
  for (let i = 0; i < steps; ++i) {
    root.append(svg('rect', {x: 10 + i * 500 / steps, y: 20, width: 500 / steps + 0.6, height: 14,
      fill: heat((i + 0.5) / steps)}));
  }
  root.append(svg('text', {x: 10, y: 13}, `${what.name}, ${what.unit}`));
  const place = linear(begin, end, 10, 510);
  for (const value of ticks(begin, end, 6)) {
    const x = place(value);
    root.append(svg('text', {x, y: 50, 'text-anchor': x < 20 ? 'start' : x > 500 ? 'end'
      : 'middle'}, number(value)));
  }
  return root;
}

function offerMeasures(network) {
  const select = byId('measure');
  const point = DATA.points[state.point];
  const options = [html('option', {value: 'utilisation'}, 'utilisation')];
  if (point.occupancy && point.occupancy.length > 0) {
    for (let vc = 0; vc < network.vcs; ++vc) {
      options.push(html('option', {value: vc}, `occupancy of VC ${vc}`));
    }
  }
  select.replaceChildren(...options);
  if (![...select.options].some((o) => o.value === state.measure)) state.measure = 'utilisation';
  select.value = state.measure;
}

function offerGroups(network) {
  const boxes = network.groups.length < 2 ? [] : network.groups.map((name, g) => {
    const box = html('input', {type: 'checkbox', checked: ''});
    box.addEventListener('change', () => showGroup(network, g, box.checked));
    return html('label', {}, box, ` ${name}`);
  });
  state.hidden.clear();
  byId('groups').replaceChildren(...boxes);
}

function showGroup(network, group, shown) {
  if (shown) state.hidden.delete(group);
  else state.hidden.add(group);
  picture.strokes.forEach((path, c) => {
    path.classList.toggle('hidden', state.hidden.has(network.group[c]));
  });
}

// A circle of waiting packets, the channel that is looked at and the path of the chosen message,
// above everything else.
function drawMarks() {
  const point = DATA.points[state.point];
  const network = DATA.networks[point.network];
  if (!picture.marks) return;
  const marks = [];
  const width = UNIT * network.stroke;
  if (point.standstill && network.strokes) marks.push(...stuckMarks(network, point, width));
  const message = state.message === null ? null : point.slowest[state.message];
  if (message && network.spots.length > 0) marks.push(...wayMarks(network, message, width));
  if (state.channel !== null && network.strokes) {
    const c = state.channel;
    marks.push(...connector(network, c, 'halo ghost', 0.35 * width));
    marks.push(svg('path', {class: 'halo', d: strokePath(network.strokes[c]),
      'stroke-width': 2.1 * width}));
    marks.push(svg('path', {class: 'channel', d: strokePath(network.strokes[c]), stroke:
      picture.strokes[c].getAttribute('stroke'), 'stroke-width': 1.2 * width,
    'pointer-events': 'none'}));
  }
  picture.marks.replaceChildren(...marks);
}

// The channels before the buffers, or behind the queues, of packets that wait for ever.
function stuckMarks(network, point, width) {
  const channels = new Set(point.standstill.waiting.map((at) => at.channel));
  channels.delete(null);
  return [...channels].flatMap((c) => [svg('path', {class: 'stuck',
    d: strokePath(network.strokes[c]) + barbPath(network.strokes[c], 0.18),
    'stroke-width': (1.8 * width).toFixed(1), 'data-stuck': c}),
  ...connector(network, c, 'stuck ghost', 0.5 * width)]);
}

const spotOf = (network, component) =>
  [network.spots[2 * component], network.spots[2 * component + 1]];

// Where the stroke ends before its receiver: a channel to another layer.
function connector(network, c, cls, width) {
  const stroke = network.strokes[c];
  const [x, y] = stroke.slice(stroke.length - 2);
  const [tx, ty] = spotOf(network, network.channels[c][2]);
  if (Math.hypot(tx - x, ty - y) < 0.6 * Math.max(1, network.size * 2)) return [];
  return [svg('path', {class: cls, d: `M${u(x)} ${u(y)}L${u(tx)} ${u(ty)}`,
    'stroke-width': width.toFixed(1)})];
}

function wayMarks(network, message, width) {
  const marks = [];
  const seen = new Set();
  for (const path of message.paths) {
    for (const [, , , , channel] of path.hops) {
      if (channel < 0 || seen.has(channel) || !network.strokes) continue;
      seen.add(channel);
      marks.push(svg('path', {class: 'way', d: strokePath(network.strokes[channel]) +
        barbPath(network.strokes[channel], 0.18), 'stroke-width': (1.5 * width).toFixed(1),
      'data-way': channel}));
      marks.push(...connector(network, channel, 'way ghost', 0.5 * width));
    }
  }
  const ends = [[network.nodes[message.source][0], 0.62], [network.nodes[message.destination][1],
    0.85]];
  for (const [component, size] of ends) {
    const [x, y] = spotOf(network, component);
    marks.push(svg('circle', {class: 'end', cx: u(x), cy: u(y), r: u(size * network.size),
      'stroke-width': Math.max(4, 0.6 * width).toFixed(1)}));
  }
  return marks;
}
