// charts.js - frames with axes; the histogram; the spread of the virtual channels.

'use strict';

// Of a chart that fills the page: its text is as large on a phone as on a wide screen.
const pageWidth = (place) => Math.max(360, Math.min(1160, place.clientWidth || 1160));

// An empty chart: `x` and `y` place a value, `inside` takes what is drawn.
function frame(options) {
  const {width = 560, height = 330, left = 62, right = 18, top = 16, bottom = 46} = options;
  const x = linear(options.xLow ?? 0, options.xHigh, left, width - right);
  const y = options.y ? options.y(height - bottom, top)
    : linear(options.yLow ?? 0, options.yHigh, height - bottom, top);
  const root = svg('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img',
    'aria-label': options.title});
  for (const value of options.xTicks || ticks(options.xLow ?? 0, options.xHigh, 7)) {
    root.append(svg('line', {class: 'grid', x1: x(value), x2: x(value), y1: top,
      y2: height - bottom}),
    svg('text', {x: x(value), y: height - bottom + 17, 'text-anchor': 'middle', class: 'soft'},
      number(value)));
  }
  for (const value of options.yTicks || ticks(options.yLow ?? 0, options.yHigh, 5)) {
    root.append(svg('line', {class: 'grid', x1: left, x2: width - right, y1: y(value),
      y2: y(value)}),
    svg('text', {x: left - 7, y: y(value) + 4, 'text-anchor': 'end', class: 'soft'},
      number(value)));
  }
  root.append(svg('line', {class: 'axis', x1: left, x2: width - right, y1: height - bottom,
    y2: height - bottom}));
  root.append(svg('text', {x: (left + width - right) / 2, y: height - 9, 'text-anchor': 'middle'},
    options.xLabel));
  if (options.yLabel) {
    const middle = (top + height - bottom) / 2;
    root.append(svg('text', {x: 15, y: middle, 'text-anchor': 'middle',
      transform: `rotate(-90 15 ${middle})`}, options.yLabel));
  }
  return {root, x, y, left, top, right: width - right, bottom: height - bottom};
}

// Bars as wide as a power of two of cycles: then each of the run's bins lies in one of them.
function histogramBars(bins) {
  const low = bins[0][0];
  const high = bins[bins.length - 1][1];
  let width = Math.max(1, ...bins.map((bin) => bin[1] - bin[0] + 1));
  while ((high - low + 1) / width > 110) width *= 2;
  const bars = new Map();
  for (const [first, , packets] of bins) {
    const at = Math.floor(first / width) * width;
    bars.set(at, (bars.get(at) || 0) + packets);
  }
  return {width, bars, low: Math.floor(low / width) * width, high: high + 1};
}

function countScale(most, logarithmic) {
  if (!logarithmic) return {yHigh: roundUp(most)};
  const high = Math.max(1, Math.ceil(Math.log10(most)));
  const values = Array.from({length: high + 1}, (_, i) => 10 ** i);
  const place = (bottom, top) => (value) =>
    bottom + (Math.log10(Math.max(value, 0.5)) - Math.log10(0.5)) /
      (high - Math.log10(0.5)) * (top - bottom);
  return {yHigh: 10 ** high, y: place, yTicks: values};
}

function drawHistogram(point) {
  const place = byId('histogram');
  place.replaceChildren();
  if (point.histogram.length === 0) {
    place.append(html('p', {class: 'hint'}, 'No measured packet was delivered.'));
    return;
  }
  const {width, bars, low, high} = histogramBars(point.histogram);
  const most = Math.max(...bars.values());
  const chart = frame({title: 'Histogram of packet latencies with percentiles marked',
    width: pageWidth(place), height: 360, top: 76, xLow: low, xHigh: high,
    xTicks: ticks(low, high, pageWidth(place) < 700 ? 5 : 12),
    ...countScale(most, byId('logarithmic').checked), xLabel: 'latency, cycles',
    yLabel: width === 1 ? 'packets' : `packets in ${width} cycles`});
  for (const [at, packets] of bars) {
    const left = chart.x(Math.max(at, low));
    const wide = chart.x(Math.min(at + width, high)) - left;
    const range = width === 1 ? `${at} cycles` : `${at} to ${at + width - 1} cycles`;
    chart.root.append(svg('rect', {class: 'bar', x: left, y: chart.y(packets),
      width: Math.max(wide - 1, 0.6), height: Math.max(0, chart.bottom - chart.y(packets))},
    svg('title', {}, `${range}: ${number(packets)} packets`)));
  }
  markPercentiles(chart, point.figures, width === 1 ? 0.5 : 0);
  place.append(chart.root);
}

// Their names stand in rows, so that close ones do not cover each other.
function markPercentiles(chart, figures, shift) {
  const marks = [['mean', figures.latency], ['median', figures.latency_p50],
    ['90 %', figures.latency_p90], ['95 %', figures.latency_p95], ['99 %', figures.latency_p99],
    ['slowest', figures.latency_max]];
  marks.sort((a, b) => a[1] - b[1]);
  const ends = [-1e9, -1e9, -1e9, -1e9];
  for (const [name, value] of marks) {
    const x = chart.x(value + (name === 'mean' ? 0 : shift));
    const text = `${name} ${number(value)}`;
    const half = 3.8 * text.length;
    const at = Math.min(Math.max(x, chart.left + half), chart.right - half);
    const row = Math.max(0, ends.findIndex((end) => end < at - half - 8));
    ends[row] = at + half;
    const y = 15 + 15 * row;
    chart.root.append(
      svg('line', {class: 'mark', x1: x, x2: x, y1: y + 4, y2: chart.bottom}),
      svg('text', {x: at, y, 'text-anchor': 'middle', 'data-percentile': name}, text));
  }
}

// A line for each VC: least to most, the middle half as a box, median and mean in it.
function drawVcs(point, network) {
  const place = byId('vc-chart');
  place.replaceChildren();
  if (!point.vc || point.vc.length === 0) {
    place.append(html('p', {class: 'hint'}, 'This run did not measure it.'));
    return;
  }
  const most = Math.max(...point.vc.map((vc) => vc.most));
  const row = 30;
  const chart = frame({title: 'Mean occupancy of each virtual channel over all channels',
    width: pageWidth(place), height: 66 + row * point.vc.length, top: 14, xHigh: roundUp(most),
    yTicks: [], yHigh: 1, xLabel: `flits, of ${network.buffer_depth} that a buffer holds`});
  point.vc.forEach((vc, i) => {
    const y = 14 + row * (i + 0.5);
    const line = (cls, a, b, up) => svg('line', {class: cls, x1: chart.x(a), x2: chart.x(b),
      y1: y - up, y2: y + up});
    chart.root.append(
      svg('text', {x: chart.left - 8, y: y + 4, 'text-anchor': 'end'}, `VC ${i}`),
      line('whisker', vc.least, vc.most, 0), line('whisker', vc.least, vc.least, 5),
      line('whisker', vc.most, vc.most, 5),
      svg('rect', {class: 'box', x: chart.x(vc.quarter), y: y - 8,
        width: Math.max(1, chart.x(vc.three_quarters) - chart.x(vc.quarter)), height: 16}),
      line('median', vc.median, vc.median, 8),
      svg('circle', {cx: chart.x(vc.mean), cy: y, r: 3.5, fill: 'var(--way)'}));
  });
  const columns = [['VC', true], ['mean', true], ['least', true], ['median', true],
    ['95 % of channels below', true], ['most', true]];
  const rows = point.vc.map((vc, i) => [String(i),
    ...[vc.mean, vc.least, vc.median, vc.p95, vc.most].map((v) => number(v))]);
  place.append(chart.root, html('p', {class: 'hint'},
    'Line: least to most. Box: the middle half of the channels. Bar: median. Dot: mean.'),
  html('div', {class: 'wide'}, table(columns, rows)));
}
