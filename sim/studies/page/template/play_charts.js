// play_charts.js - what changed over the time of a record: channels as a map of heat, latency as a
// curve. A line marks the present cycle, a click goes to another.

'use strict';

const HEAT_ROWS = 256;  // channels shown at most: the busiest
const PARTS = 240;      // of the time

// The busiest channel on top; a column for each part of the time.
class HeatMap {
  constructor(canvas, play, network) {
    this.canvas = canvas;
    this.loads = play.channelLoads(PARTS);
    this.channels = network.channels.length;
    this.begin = play.begin;
    this.end = play.end;
    const sums = new Float64Array(this.channels);
    this.loads.flits.forEach((flits, i) => { sums[i % this.channels] += flits; });
    this.rows = Array.from(sums.keys()).sort((a, b) => sums[b] - sums[a]).slice(0, HEAT_ROWS);
  }

  // Share of the cycles around cycle t in which channel c had a flit.
  share(c, t) {
    return this.part(this.binOf(t), c);
  }

  binOf(t) {
    return Math.min(this.loads.bins - 1, Math.floor((t - this.begin) / this.loads.width));
  }

  part(bin, c) {
    const cycles = Math.min(this.loads.width,
      this.end + 1 - this.begin - bin * this.loads.width);
    return this.loads.flits[bin * this.channels + c] / cycles;
  }

  draw() {
    this.canvas.width = this.loads.bins;
    this.canvas.height = this.rows.length;
    const pen = this.canvas.getContext('2d');
    this.rows.forEach((c, row) => {
      for (let bin = 0; bin < this.loads.bins; ++bin) {
        pen.fillStyle = heat(this.part(bin, c));
        pen.fillRect(bin, row, 1, 1);
      }
    });
  }

  // [channel, first cycle, last cycle] under a place of the map, as shares of its extent.
  at(x, y) {
    const bin = Math.max(0, Math.min(this.loads.bins - 1, Math.floor(x * this.loads.bins)));
    const row = Math.max(0, Math.min(this.rows.length - 1, Math.floor(y * this.rows.length)));
    const first = this.begin + bin * this.loads.width;
    return [this.rows[row], first, Math.min(this.end, first + this.loads.width - 1)];
  }

  scale() {
    return scaleBar({name: 'utilisation', unit: `share of ${this.loads.width} cycles with a flit`},
      0, 1);
  }

  place(t) {
    return Math.min(1, (t - this.begin + 0.5) / (this.loads.bins * this.loads.width));
  }
}

// Mean latency of the packets that arrive in each part of the time, and the highest.
function latencyChart(play) {
  const {width, list} = play.latencies(80);
  const most = list.reduce((high, bin) => Math.max(high, bin.most), 1);
  const chart = frame({title: 'Latency of packets over the cycle of their arrival', width: 560,
    height: 300, xLow: play.begin, xHigh: Math.max(play.begin + 1, play.end), yHigh: roundUp(most),
    xLabel: 'cycle of arrival', yLabel: 'latency, cycles'});
  const spots = list.flatMap((bin, i) => (bin.packets === 0 ? []
    : [[chart.x(Math.min(play.end, play.begin + (i + 0.5) * width)), bin]]));
  const curve = (value) => spots.map(([x, bin]) => `${x} ${chart.y(value(bin))}`).join('L');
  if (spots.length > 0) {
    chart.root.append(
      svg('path', {class: 'highest', d: `M${curve((bin) => bin.most)}`}),
      svg('path', {class: 'mean', d: `M${curve((bin) => bin.sum / bin.packets)}`}));
  }
  const last = spots[spots.length - 1];
  if (last) {
    const [x, bin] = last;
    chart.root.append(
      svg('text', {class: 'name', x, y: chart.y(bin.most) - 6}, 'highest'),
      svg('text', {class: 'name', x, y: chart.y(bin.sum / bin.packets) + 16}, 'mean'));
  }
  const now = svg('line', {class: 'mark', x1: 0, x2: 0, y1: chart.top, y2: chart.bottom});
  chart.root.append(now);
  return {...chart, now};
}
