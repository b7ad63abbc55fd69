// curves.js - latency and accepted traffic over offered traffic.

'use strict';

const SHAPES = [
  (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
  (x, y, r) => `M${x} ${y - 1.2 * r}l${1.2 * r} ${2.2 * r}h${-2.4 * r}z`,
  (x, y, r) => `M${x} ${y - 1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}` +
    `l${-1.3 * r} ${-1.3 * r}z`,
];

const curveColour = (curve) => CATEGORIES[curve % CATEGORIES.length];
const pointsOf = (curve) => DATA.points.map((point, index) => ({point, index}))
  .filter((entry) => entry.point.curve === curve);

// Past saturation latencies grow without bound and would press the rest flat.
function latencyTop() {
  const steady = DATA.points.map((p) => p.figures).filter((f) => !f.saturated && f.latency > 0);
  const list = steady.length > 0 ? steady : DATA.points.map((p) => p.figures);
  const ends = list.map((f) => f.latency + (f.latency_ci95 || 0));
  const least = Math.min(...list.map((f) => f.latency));
  return roundUp(Math.max(1, Math.min(1.1 * Math.max(...ends), 8 * least)));
}

// The lowest load at which a curve was found saturated.
function saturatedFrom(curve) {
  const loads = pointsOf(curve).filter((e) => e.point.figures.saturated)
    .map((e) => e.point.figures.offered);
  return loads.length > 0 ? Math.min(...loads) : null;
}

// What is said of an interval that may be too narrow.
function intervalDoubt(f) {
  if (f.latency_ci95 === null || f.latency_ci95_reliable) return '';
  const needed = f.measurement_needed === null ? ''
    : `, which needs ${number(f.measurement_needed)} cycles of measurement or more`;
  return `, too short a run for this interval${needed}`;
}

function drawMarker(chart, curve, entry, key, high) {
  const f = entry.point.figures;
  const colour = curveColour(curve);
  const beyond = f[key] > high;
  const x = chart.x(f.offered);
  const y = chart.y(Math.min(f[key], high));
  const words = `offered ${number(f.offered)}, accepted ${number(f.accepted)}, latency ` +
    `${number(f.latency)}${f.latency_ci95 === null ? '' : ` ± ${number(f.latency_ci95, 3)}`}` +
    `${f.saturated ? ', saturated' : intervalDoubt(f)}`;
  const group = svg('g', {class: 'point', 'data-point': entry.index,
    onclick: () => choosePoint(entry.index)}, svg('title', {}, words));
  if (key === 'latency' && f.latency_ci95 !== null && !beyond) {
    const top = chart.y(Math.min(f.latency + f.latency_ci95, high));
    const bottom = chart.y(Math.max(f.latency - f.latency_ci95, 0));
    group.append(svg('path', {d: `M${x} ${top}V${bottom}M${x - 4} ${top}h8M${x - 4} ${bottom}h8`,
      stroke: colour, 'stroke-width': 1.4, class: 'interval',
      'stroke-dasharray': f.latency_ci95_reliable ? 'none' : '2 2'}));
  }
  const shape = beyond ? `M${x - 6} ${y + 9}l6 -9l6 9z`
    : SHAPES[curve % SHAPES.length](x, y, 4.2);
  group.append(svg('path', {d: shape, stroke: colour, 'stroke-width': 1.8,
    fill: f.saturated ? 'var(--panel)' : colour}));
  if (entry.index === state.point) {
    group.append(svg('circle', {class: 'chosen', cx: x, cy: y, r: 9}));
  }
  chart.root.append(group);
}

function drawCurve(chart, curve, key, high) {
  const entries = pointsOf(curve).filter((entry) => entry.point.figures.packets > 0);
  const inRange = entries.filter((entry) => entry.point.figures[key] <= high &&
    (key === 'accepted' || !entry.point.figures.saturated));
  const spots = inRange.map((entry) =>
    `${chart.x(entry.point.figures.offered)} ${chart.y(entry.point.figures[key])}`);
  if (spots.length > 1) {
    chart.root.append(svg('path', {d: `M${spots.join('L')}`, fill: 'none', 'stroke-width': 1.8,
      stroke: curveColour(curve)}));
  }
  entries.forEach((entry) => drawMarker(chart, curve, entry, key, high));
}

function markSaturation(chart, curve) {
  const load = DATA.curves[curve].saturation ?? saturatedFrom(curve);
  if (load === null) return;
  chart.root.append(svg('line', {x1: chart.x(load), x2: chart.x(load), y1: chart.top,
    y2: chart.bottom, stroke: curveColour(curve), 'stroke-width': 1.4, 'stroke-dasharray': '6 4',
    class: 'saturation'}, svg('title', {}, saturationText(curve))));
}

function saturationText(curve) {
  const found = DATA.curves[curve].saturation;
  if (found !== null) return `saturation found at ${number(found)}`;
  const from = saturatedFrom(curve);
  return from === null ? 'no saturated point' : `saturated from ${number(from)} on`;
}

function drawLegend() {
  byId('curve-legend').replaceChildren(...DATA.curves.map((curve, c) => {
    const mark = svg('svg', {width: 14, height: 14, viewBox: '0 0 14 14', 'aria-hidden': 'true'},
      svg('path', {d: SHAPES[c % SHAPES.length](7, 7, 5), fill: curveColour(c)}));
    const name = curve.label === '' ? DATA.name : curve.label;
    return html('li', {}, mark, `${name}: ${saturationText(c)}`);
  }));
}

function drawCurves() {
  const place = byId('curve-charts');
  const hint = byId('curves-hint');
  if (DATA.kind === 'run') {
    const f = DATA.points[0].figures;
    hint.replaceChildren('A run is a single point of the curve: at ' +
      `${number(f.offered)} flits per node and cycle offered, ${number(f.accepted)} accepted, ` +
      (f.packets === 0 ? 'no packet was measured' : `the latency is ${number(f.latency)} cycles` +
        (f.latency_ci95 === null ? '' : ` ± ${number(f.latency_ci95, 3)} (95 %)`) +
        (f.saturated ? ', and the network is saturated' : intervalDoubt(f))) +
      '. A sweep (turnpike sweep) draws the curve.');
    return;
  }
  hint.replaceChildren('Bars are 95 % confidence intervals, dotted where the run is too short ' +
    'for them. Hollow markers are saturated points, arrowheads lie beyond the axis; dashed lines ' +
    'mark saturation. A click on a point chooses it.');
  const offered = Math.max(...DATA.points.map((p) => p.figures.offered));
  const xHigh = roundUp(offered);
  const top = latencyTop();
  const latency = frame({title: 'Latency over offered traffic', xHigh, yHigh: top,
    xLabel: 'offered, flits per node and cycle', yLabel: 'latency, cycles'});
  const accepted = frame({title: 'Accepted over offered traffic', xHigh, yHigh: xHigh,
    xLabel: 'offered, flits per node and cycle', yLabel: 'accepted, flits per node and cycle'});
  accepted.root.append(svg('path', {d: `M${accepted.x(0)} ${accepted.y(0)}L${accepted.x(xHigh)} ` +
    `${accepted.y(xHigh)}`, class: 'grid'}));
  DATA.curves.forEach((_, c) => {
    markSaturation(latency, c);
    markSaturation(accepted, c);
  });
  DATA.curves.forEach((_, c) => {
    drawCurve(latency, c, 'latency', top);
    drawCurve(accepted, c, 'accepted', xHigh);
  });
  place.replaceChildren(latency.root, accepted.root);
  drawLegend();
}
