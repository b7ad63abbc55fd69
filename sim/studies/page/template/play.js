// play.js - the part of the page that plays a run: its controls, and what they show.

'use strict';

const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500];  // cycles a second

const player = {
  play: null,
  network: null,    // that the run is of
  picture: null,
  heatMap: null,
  latency: null,
  time: 0,          // the cycle that is shown, and the share of it that has passed
  isOn: false,
  followed: null,   // a packet
  filter: {source: null, destination: null, messageClass: null},
  colours: {},
  bytes: 0,         // of events
  loadTime: 0,      // milliseconds until they were read and drawn
  circles: null,    // deadlocks at the end: {list, since}
};

const shownCycle = () => Math.min(player.play.end, Math.floor(player.time));

function follow(packet) {
  player.followed = packet;
  byId('play-packet').value = packet === null ? '' : shortName(packet);
  showCycle();
}

function packetButton(packet) {
  return html('button', {type: 'button', onclick: () => follow(packet)}, shortName(packet));
}

function isShown(packet) {
  const {filter} = player;
  const p = player.play.packet;
  return (filter.source === null || p.source[packet] === filter.source) &&
    (filter.destination === null || p.destination[packet] === filter.destination) &&
    (filter.messageClass === null || p.messageClass[packet] === filter.messageClass);
}

function lookOf(packet) {
  const p = player.play.packet;
  const by = byId('play-colour').value;
  const index = by === 'source' ? p.source[packet] : by === 'destination' ? p.destination[packet]
    : by === 'class' ? p.messageClass[packet] : 5 * p.source[packet] + p.number[packet];
  const isFollowed = packet === player.followed;
  return {colour: CATEGORIES[index % CATEGORIES.length], isFollowed,
    isDim: !isFollowed && (player.followed !== null || !isShown(packet))};
}

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const names = {line: '--line', cell: '--line', node: '--node', edge: '--node-edge', ink: '--ink',
    soft: '--soft', paper: '--panel', way: '--way', stuck: '--stuck'};
  for (const [name, variable] of Object.entries(names)) {
    player.colours[name] = style.getPropertyValue(variable).trim();
  }
}

// The picture of the present moment.
function drawFrame() {
  const {picture: drawn, play, colours, heatMap} = player;
  const t = shownCycle();
  const share = player.isOn ? player.time - t : 0.5;
  const isHot = byId('play-heat').checked;
  drawn.drawStill(isHot ? (c) => heatMap.share(c, t) : null,
    isHot ? `heat ${heatMap.binOf(t)}` : 'plain', colours);
  drawn.drawFlits(t, Math.min(share, 1), lookOf, colours);
  if (player.followed !== null) {
    drawn.drawWay(play.stagesOf(player.followed), colours);
    const place = play.placeOf(player.followed, t);
    if (place !== NONE) {
      const {list, circle} = play.chain(place, t);
      drawn.drawChain(list.map((entry) => entry.stage), false, colours.way);
      if (circle !== NONE) {
        drawn.drawChain(list.slice(circle).map((entry) => entry.stage), true, colours.stuck);
      }
    }
  }
  for (const {list} of circlesNow(t)) {
    drawn.drawChain(list.map((entry) => entry.stage), true, colours.stuck);
  }
  const place = heatMap.place(t);
  byId('play-heat-now').style.left = `${100 * place}%`;
  const x = player.latency.x(t);
  player.latency.now.setAttribute('x1', x);
  player.latency.now.setAttribute('x2', x);
}

// The circles in which packets wait from cycle t on for ever.
const circlesNow = (t) => player.circles.filter(({since}) => t > since);

// Where the record is the whole run, what waits in a circle at its end waits for ever.
function findCircles() {
  const {play} = player;
  player.circles = (play.isCut ? [] : play.circles(play.end)).map((list) => ({list,
    since: Math.max(...list.map((entry) => lastMove(entry.stage, play.end)))}));
}

function showCycle() {
  if (!player.play) return;
  const t = shownCycle();
  byId('play-slider').value = String(t);
  byId('play-slider').setAttribute('aria-valuetext', `cycle ${t}`);
  byId('play-cycle').textContent = `cycle ${number(t)} of ${number(player.play.end)}`;
  drawFrame();
  showWords(t);
}

function goTo(cycle) {
  player.time = Math.max(player.play.begin, Math.min(player.play.end, cycle));
  showCycle();
}

function setOn(isOn) {
  if (isOn && shownCycle() >= player.play.end) player.time = player.play.begin;
  player.isOn = isOn;
  byId('play-toggle').textContent = isOn ? 'pause' : 'play';
  player.last = performance.now();
  if (isOn) requestAnimationFrame(onFrame);
  else showCycle();
}

function onFrame(now) {
  if (!player.isOn) return;
  const cycles = (now - player.last) / 1000 * Number(byId('play-speed').value);
  const before = shownCycle();
  player.last = now;
  player.time = Math.min(player.play.end, player.time + Math.max(0, cycles));
  if (player.time >= player.play.end) return setOn(false);
  if (shownCycle() === before) drawFrame();
  else showCycle();
  return requestAnimationFrame(onFrame);
}

function changeSpeed(steps) {
  const select = byId('play-speed');
  select.selectedIndex = Math.max(0, Math.min(SPEEDS.length - 1, select.selectedIndex + steps));
}

// To the packet that has waited next longest.
function followNext(steps) {
  const list = waiting(shownCycle()).map(([packet]) => packet);
  if (list.length === 0) return;
  const at = list.indexOf(player.followed);
  follow(list[at < 0 ? 0 : (at + steps + list.length) % list.length]);
}

function onPlayKey(event) {
  if (['INPUT', 'SELECT'].includes(event.target.tagName) && event.target.type !== 'range') return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const cycle = shownCycle();
  const far = event.shiftKey ? 10 : 1;
  const actions = {
    ' ': () => setOn(!player.isOn),
    ArrowRight: () => goTo(cycle + far),
    ArrowLeft: () => goTo(cycle - far),
    Home: () => goTo(player.play.begin),
    End: () => goTo(player.play.end),
    '+': () => changeSpeed(1),
    '-': () => changeSpeed(-1),
    n: () => followNext(1),
    p: () => followNext(-1),
    Escape: () => follow(null),
  };
  if (!(event.key in actions)) return;
  if (event.key === ' ' && event.target.tagName === 'BUTTON') return;
  event.preventDefault();
  actions[event.key]();
}

function fitPlay() {
  if (!player.picture) return;
  const room = byId('play-canvas-box').clientWidth - 14;  // below 0 while it is hidden
  player.picture.resize(Math.max(0, room), 0.8 * window.innerHeight);
  showCycle();
}

function zoomPlay(factor) {
  player.picture.zoom = factor === 0 ? 1 : Math.max(0.4, Math.min(8, player.picture.zoom * factor));
  fitPlay();
}

// "source:number" as shown, or nothing.
function findPacket(text) {
  const [source, name] = text.split(':').map(Number);
  const {play} = player;
  const list = [];
  for (let p = 0; p < play.packets; ++p) {
    if (play.packet.source[p] === source && play.packet.number[p] === name) list.push(p);
  }
  const here = list.find((p) => play.packet.delivered[p] > shownCycle());
  return here ?? list[list.length - 1] ?? null;
}

function listenToPlay() {
  const on = (id, type, act) => byId(id).addEventListener(type, act);
  on('play-toggle', 'click', () => setOn(!player.isOn));
  on('play-back', 'click', () => goTo(shownCycle() - 1));
  on('play-step', 'click', () => goTo(shownCycle() + 1));
  on('play-begin', 'click', () => goTo(player.play.begin));
  on('play-end', 'click', () => goTo(player.play.end));
  on('play-slider', 'input', (event) => goTo(Number(event.target.value)));
  on('play-zoom-in', 'click', () => zoomPlay(1.4));
  on('play-zoom-out', 'click', () => zoomPlay(1 / 1.4));
  on('play-zoom-fit', 'click', () => zoomPlay(0));
  on('play-colour', 'change', showCycle);
  on('play-heat', 'change', showCycle);
  on('play-packet', 'change', (event) => follow(event.target.value === '' ? null
    : findPacket(event.target.value)));
  for (const [id, name] of [['play-source', 'source'], ['play-destination', 'destination'],
    ['play-class', 'messageClass']]) {
    on(id, 'change', (event) => {
      player.filter[name] = event.target.value === '' ? null : Number(event.target.value);
      showCycle();
    });
  }
  on('play-section', 'keydown', onPlayKey);
  on('play-canvas', 'click', (event) => {
    const box = byId('play-canvas').getBoundingClientRect();
    const {width, height} = player.network;
    follow(player.picture.packetAt((event.clientX - box.left) / box.width * width,
      (event.clientY - box.top) / box.height * height));
  });
  const heatPlace = (event) => {
    const box = byId('play-heat-map').getBoundingClientRect();
    return player.heatMap.at((event.clientX - box.left) / box.width,
      (event.clientY - box.top) / box.height);
  };
  on('play-heat-map', 'click', (event) => goTo(heatPlace(event)[1]));
  on('play-heat-map', 'mousemove', (event) => {
    const [c, first, last] = heatPlace(event);
    const [from, , to] = player.play.channels[c];
    showTip(event, html('span', {}, `${componentWords(from)} to ${componentWords(to)}, cycles ` +
      `${number(first)} to ${number(last)}: ${percent(player.heatMap.share(c, first))}`));
  });
  on('play-heat-map', 'mouseleave', () => { byId('tip').hidden = true; });
  darkScheme.addEventListener('change', restyle);
  window.addEventListener('resize', fitPlay);
}

function restyle() {
  readColours();
  drawHeat();
  player.picture.stillOf = '';
  showCycle();
}

function drawHeat() {
  player.heatMap.draw();
  byId('play-heat-scale').replaceChildren(player.heatMap.scale());
}

function drawLatency() {
  player.latency = latencyChart(player.play);
  player.latency.root.addEventListener('click', (event) => {
    const box = player.latency.root.getBoundingClientRect();
    const {left, right} = player.latency;
    const at = (event.clientX - box.left) / box.width * 560;
    const {begin, end} = player.play;
    goTo(Math.round(begin + (at - left) / (right - left) * (end - begin)));
  });
  byId('play-latency').replaceChildren(player.latency.root);
}

// What does not change from run to run.
function preparePlay() {
  SPEEDS.forEach((speed) => byId('play-speed').append(html('option', {value: speed},
    `${speed} cycles a second`)));
  byId('play-speed').value = '5';
  listenToPlay();
}

// Shows a run from its first event on: what PlayLog wrote, and the network.
function loadPlay(wiring, network) {
  const begin = performance.now();
  player.bytes = wiring.events.length;
  player.network = network;
  player.followed = null;
  player.play = new Play(wiring, network.channels, network.vcs, network.buffer_depth);
  findCircles();
  player.heatMap = new HeatMap(byId('play-heat-map'), player.play, network);
  readColours();
  player.picture = new PlayPicture(byId('play-canvas'), player.play, network);
  const classes = player.play.packet.messageClass.reduce((most, c) => Math.max(most, c), 0) + 1;
  byId('play-class-label').hidden = classes < 2;
  for (let c = byId('play-class').length - 1; c < classes; ++c) {
    byId('play-class').append(html('option', {value: c}, String(c)));
  }
  byId('play-slider').min = String(player.play.begin);
  byId('play-slider').max = String(player.play.end);
  drawHeat();
  drawLatency();
  player.time = player.play.begin;
  fitPlay();
  player.loadTime = performance.now() - begin;
}

const DISCS = 'A disc is the head of a packet, a square with a hole its tail.';

// Only a run has events, and only a network that is drawn channel by channel can show them.
function startPlay() {
  const point = DATA.points[0];
  const network = DATA.networks[point.network];
  const canPlay = DATA.kind === 'run' && Boolean(point.play) && Boolean(network.strokes);
  byId('play-section').hidden = !canPlay;
  if (!canPlay) return;
  preparePlay();
  loadPlay(point.play, network);
  point.play.events = '';  // it is read
  byId('play-hint').textContent = point.play.cut
    ? `The first ${number(player.play.end)} cycles of the run; turnpike report --play MB records ` +
      `more. ${DISCS}`
    : `The whole run. ${DISCS}`;
  goTo(player.circles.length > 0 ? player.play.end
    : Math.floor((player.play.begin + player.play.end) / 2));
}
