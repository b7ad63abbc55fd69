// page.js - what is shown, and what changes it.

'use strict';

const state = {
  point: 0,                // index in DATA.points
  measure: 'utilisation',  // or the number of a VC
  range: 'fit',            // of the colours; or 'spread', 'full'
  hidden: new Set(),       // groups of channels
  channel: null,           // that is looked at
  pinned: false,           // by a click or a key
  message: null,           // index among the slowest
};

function showPoint() {
  const point = DATA.points[state.point];
  drawTiles(point);
  drawWarning(point);
  drawStandstill(point);
  drawWorkload(point);
  drawCurves();
  drawPicture();
  colourPicture();
  chooseChannel(null, false);
  drawBusiest(point);
  drawHistogram(point);
  drawVcs(point, DATA.networks[point.network]);
  drawSlowest(point);
  drawPath(point);
  drawFigures(point);
  byId('config').textContent = point.config;
  byId('subtitle').textContent = `${DATA.networks[point.network].shape}, ` +
    `${number(point.figures.nodes)} nodes, engine ${point.engine}, seed ${point.seed}`;
}

function choosePoint(index) {
  state.point = index;
  state.message = null;
  fillSelectors();
  showPoint();
}

// The loads of the chosen point's curve.
function fillSelectors() {
  const curve = DATA.points[state.point].curve;
  byId('curve').value = String(curve);
  byId('point').replaceChildren(...pointsOf(curve).map(({point, index}) =>
    html('option', {value: index}, `${number(point.figures.offered)}` +
      `${point.figures.status === 'done' ? '' : `, ${point.figures.status}`}`)));
  byId('point').value = String(state.point);
}

// The highest load of the first curve that was carried to its end: the most telling picture.
function firstPoint() {
  const steady = pointsOf(DATA.points[0].curve).filter((e) => e.point.figures.status === 'done');
  return steady.length > 0 ? steady[steady.length - 1].index : 0;
}

function offerPoints() {
  const curves = byId('curve');
  DATA.curves.forEach((curve, c) => {
    if (pointsOf(c).length === 0) return;
    curves.append(html('option', {value: c}, curve.label === '' ? DATA.name : curve.label));
  });
  curves.addEventListener('change', () => {
    const load = DATA.points[state.point].figures.offered;
    const list = pointsOf(Number(curves.value));
    const far = (e) => Math.abs(e.point.figures.offered - load);
    choosePoint(list.reduce((best, e) => (far(e) < far(best) ? e : best)).index);
  });
  byId('point').addEventListener('change', (event) => choosePoint(Number(event.target.value)));
  byId('selector').hidden = DATA.points.length < 2;
  byId('selector').addEventListener('submit', (event) => event.preventDefault());
}

function zoomBy(factor) {
  picture.zoom = factor === 0 ? 1 : Math.max(0.3, Math.min(12, picture.zoom * factor));
  sizePicture();
}

function repaint() {
  colourPicture();
  drawMarks();
}

function start() {
  byId('kind').textContent = DATA.kind === 'run' ? 'Turnpike run' : 'Turnpike sweep';
  byId('name').textContent = DATA.name;
  byId('curves-title').textContent = DATA.kind === 'run' ? 'Latency and load' : 'Latency over load';
  offerPoints();
  state.point = firstPoint();
  fillSelectors();
  byId('measure').addEventListener('change', (event) => {
    state.measure = event.target.value;
    repaint();
  });
  byId('range').addEventListener('change', (event) => {
    state.range = event.target.value;
    repaint();
  });
  byId('logarithmic').addEventListener('change', () => drawHistogram(DATA.points[state.point]));
  byId('zoom-in').addEventListener('click', () => zoomBy(1.4));
  byId('zoom-out').addEventListener('click', () => zoomBy(1 / 1.4));
  byId('zoom-fit').addEventListener('click', () => zoomBy(0));
  darkScheme.addEventListener('change', repaint);
  window.addEventListener('resize', () => {
    sizePicture();
    drawHistogram(DATA.points[state.point]);
    drawVcs(DATA.points[state.point], DATA.networks[DATA.points[state.point].network]);
  });
  window.addEventListener('beforeprint', () => {
    printing = true;
    byId('busiest-details').open = true;
    repaint();
  });
  window.addEventListener('afterprint', () => {
    printing = false;
    repaint();
  });
  showPoint();
  startPlay();
}

start();
