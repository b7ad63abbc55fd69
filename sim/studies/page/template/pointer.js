// pointer.js - which channel the pointer or the keyboard is at, and its figures.

'use strict';

// Samples of every stroke in the cells of a grid: strokes are thin, and there are thousands.
class StrokeFinder {
  constructor(network) {
    this.cell = 0.4;
    this.reach = Math.max(0.22, 1.5 * network.stroke);
    this.cells = new Map();
    this.network = network;
    network.strokes.forEach((stroke, c) => this.add(stroke, c, network.stroke));
  }

  add(stroke, c, apart) {
    const [x0, y0] = stroke;
    const [x1, y1] = stroke.slice(stroke.length - 2);
    const curve = stroke.length > 4;
    const steps = Math.max(4, Math.ceil((curve ? 1.5 : 1) * Math.hypot(x1 - x0, y1 - y0) / apart));
    for (let i = 0; i <= steps; ++i) {
      const [x, y] = strokeAt(stroke, i / steps);
      const key = this.key(Math.floor(x / this.cell), Math.floor(y / this.cell));
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(x, y, c);
    }
  }

  key(column, row) { return row * 65536 + column; }

  // The nearest shown channel within reach, or null.
  at(x, y) {
    let best = this.reach;
    let found = null;
    const column = Math.floor(x / this.cell);
    const row = Math.floor(y / this.cell);
    for (let r = row - 1; r <= row + 1; ++r) {
      for (let q = column - 1; q <= column + 1; ++q) {
        const list = this.cells.get(this.key(q, r)) || [];
        for (let i = 0; i < list.length; i += 3) {
          const far = Math.hypot(list[i] - x, list[i + 1] - y);
          if (far >= best || state.hidden.has(this.network.group[list[i + 2]])) continue;
          best = far;
          found = list[i + 2];
        }
      }
    }
    return found;
  }
}

function strokeAt(stroke, t) {
  const s = 1 - t;
  const weights = stroke.length === 4 ? [s, t]
    : [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [0, 1].map((axis) => weights.reduce((sum, w, i) => sum + w * stroke[2 * i + axis], 0));
}

// The figures of channel c at the point that is shown.
function channelFacts(c) {
  const point = DATA.points[state.point];
  const network = DATA.networks[point.network];
  const [from, fromPort, to, toPort] = network.channels[c];
  const rows = [['channel', 'channel', String(c)],
    ['from', 'from', network.names[from]], ['from_port', 'output port', String(fromPort)],
    ['to', 'to', network.names[to]], ['to_port', 'input port', String(toPort)]];
  if (point.utilisation) {
    rows.push(['utilisation', 'utilisation', percent(point.utilisation[c])]);
    const vcs = point.occupancy.length > 0 ? network.vcs : 0;
    for (let vc = 0; vc < vcs; ++vc) {
      rows.push([`occupancy_vc${vc}`, `VC ${vc}`,
        `${number(point.occupancy[c * network.vcs + vc], 3)} flits`]);
    }
  }
  return facts(rows);
}

function nodeFacts(component) {
  const point = DATA.points[state.point];
  const network = DATA.networks[point.network];
  const rows = [['component', 'component', network.names[component]]];
  const nodes = network.nodes.flatMap(([inject, eject], n) =>
    inject === component || eject === component ? [n] : []);
  if (nodes.length > 0) {
    rows.push(['nodes', nodes.length > 1 ? 'nodes' : 'node', nodes.length > 12
      ? `${nodes.slice(0, 12).join(', ')}, ...` : nodes.join(', ')]);
  }
  if (point.components) {
    rows.push(['busiest', 'its busiest channel', percent(point.components[component])]);
  } else if (point.utilisation) {
    const out = point.utilisation.filter((_, c) => network.channels[c][0] === component);
    if (out.length > 0) {
      rows.push(['mean', 'channels out, mean', percent(out.reduce((a, b) => a + b) / out.length)],
        ['busiest', 'the busiest', percent(Math.max(...out))]);
    }
  }
  return facts(rows);
}

function showTip(event, content) {
  const tip = byId('tip');
  tip.replaceChildren(content);
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = event.clientX + 16 + box.width > window.innerWidth
    ? event.clientX - 12 - box.width : event.clientX + 16;
  const top = Math.min(event.clientY + 14, window.innerHeight - box.height - 6);
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${Math.max(4, top)}px`;
}

// `pinned`: stays when the pointer goes on.
function chooseChannel(c, pinned) {
  state.channel = c;
  if (pinned !== undefined) state.pinned = pinned;
  drawMarks();
  const hint = 'Point at a channel for its figures; a click keeps them. With the keyboard: the ' +
    'arrow keys on the picture go from channel to channel, Escape lets go.';
  byId('readout').replaceChildren(c === null ? html('span', {class: 'hint'}, hint)
    : channelFacts(c));
}

function listenToPicture(root, network) {
  const finder = network.strokes ? new StrokeFinder(network) : null;
  const place = (event) => {
    const box = root.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width * network.width,
      (event.clientY - box.top) / box.height * network.height];
  };
  root.addEventListener('mousemove', (event) => {
    const node = event.target.dataset ? event.target.dataset.node : undefined;
    const channel = node === undefined && finder ? finder.at(...place(event)) : null;
    if (node !== undefined) showTip(event, nodeFacts(Number(node)));
    else if (channel !== null) showTip(event, channelFacts(channel));
    else byId('tip').hidden = true;
    if (!state.pinned && channel !== state.channel) chooseChannel(channel);
  });
  root.addEventListener('mouseleave', () => {
    byId('tip').hidden = true;
    if (!state.pinned && state.channel !== null) chooseChannel(null);
  });
  root.addEventListener('click', (event) => {
    const channel = finder ? finder.at(...place(event)) : null;
    chooseChannel(channel, channel !== null);
  });
  root.addEventListener('keydown', (event) => stepByKey(event, network));
}

function stepByKey(event, network) {
  const count = network.strokes ? network.strokes.length : 0;
  if (event.key === 'Escape') return chooseChannel(null, false);
  const steps = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1, Home: 0, End: 0};
  if (!(event.key in steps) || count === 0) return undefined;
  event.preventDefault();
  const byLoad = event.key === 'ArrowUp' || event.key === 'ArrowDown' || event.key === 'Home';
  const order = byLoad ? channelsByLoad(count) : Array.from({length: count}, (_, c) => c);
  const at = state.channel === null ? -1 : order.indexOf(state.channel);
  let next = (at + steps[event.key] + count) % count;
  if (state.channel === null || event.key === 'Home') next = 0;
  if (event.key === 'End') next = count - 1;
  return chooseChannel(order[next], true);
}

// The busiest first.
function channelsByLoad(count) {
  const order = Array.from({length: count}, (_, c) => c);
  const point = DATA.points[state.point];
  if (!point.utilisation) return order;
  const value = measured().of;
  return order.sort((a, b) => value(b) - value(a) || a - b);
}
