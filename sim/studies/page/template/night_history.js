// night_history.js - failures over the nights, and what is new, slower or drifts.

'use strict';

const NIGHT_CHART = {width: 640, height: 170, left: 46, bottom: 34, top: 18};

// "2026-11-25T01:02:03Z-1a2b3c" without what only tells nights of the same second apart.
const when = (night) => night.slice(0, 16).replace('T', ' ');

// A bar a night: failed points, and on top of them missing ones.
function nightBars(nights) {
  const {width, height, left, bottom, top} = NIGHT_CHART;
  const most = Math.max(1, ...nights.map((night) => night.failed + night.missing));
  const y = (value) => height - bottom - (height - bottom - top) * value / most;
  const slot = Math.min(48, (width - left - 8) / nights.length);
  const chart = svg('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img',
    'aria-label': 'Failed and missing points of the last nights'});
  for (const value of new Set([0, Math.ceil(most / 2), most])) {
    chart.append(svg('line', {class: 'grid', x1: left, x2: width - 8, y1: y(value), y2: y(value)}),
      svg('text', {x: left - 6, y: y(value) + 4, 'text-anchor': 'end'}, number(value)));
  }
  nights.forEach((night, i) => {
    const x = left + i * slot + slot * 0.15;
    const wide = slot * 0.7;
    const title = `${when(night.night)}: ${night.failed} failed, ${night.missing} missing of ` +
      `${night.points}`;
    chart.append(svg('g', {class: 'night'}, svg('title', {}, title),
      svg('rect', {class: 'bad', x, width: wide, y: y(night.failed),
        height: y(0) - y(night.failed)}),
      svg('rect', {class: 'lost', x, width: wide, y: y(night.failed + night.missing),
        height: y(night.failed) - y(night.failed + night.missing)})));
    // Month and day, where there is room for them.
    if (i === 0 || i === nights.length - 1 || slot >= 40) {
      chart.append(svg('text', {class: 'soft', x: x + wide / 2, y: height - 14,
        'text-anchor': 'middle'}, night.night.slice(5, 10)));
    }
  });
  return chart;
}

function changes(trend) {
  const parts = [];
  const names = (title, list) => {
    if (list.length === 0) return;
    parts.push(html('details', {open: list.length <= 10}, html('summary', {},
      `${title}: ${number(list.length)}`), html('ul', {class: 'point-name'},
      ...list.slice(0, 500).map((name) => html('li', {}, name)))));
  };
  names('Failed now, passed when last run', trend.new_failures);
  names('Pass again', trend.mended);
  if (trend.slower.length > 0) {
    parts.push(table([['case', false], ['CPU s', true], ['before', true], ['times', true]],
      trend.slower.map((row) => [row.case, number(row.seconds, 3), number(row.before, 3),
        number(row.seconds / row.before, 3)]),
      'Slower: processor time of the points that passed then and now'));
  }
  if (trend.drifts.length > 0) {
    parts.push(table([['point', false], ['latency', true], ['before', true],
      ['chance explains', true]], trend.drifts.map((row) => [
      html('span', {class: 'point-name'}, row.point), number(row.latency), number(row.before),
      `± ${number(row.allowed, 3)}`]), 'Latency outside its confidence interval, cycles'));
  }
  return parts;
}

function drawTrend() {
  const trend = DATA.trend;
  if (!trend || trend.nights.length < 2) return;
  byId('trend').hidden = false;
  const before = trend.nights.length - 1;
  byId('trend-hint').textContent = `${before} earlier ${before === 1 ? 'night' : 'nights'} of ` +
    'this suite in the history. Latencies are compared at a level at which chance alone marks ' +
    'any point at all in one night of a hundred.';
  byId('nights').append(nightBars(trend.nights));
  const parts = changes(trend);
  byId('changes').append(...(parts.length > 0 ? parts
    : [html('p', {}, 'Nothing is new, slower or out of its interval.')]));
}
