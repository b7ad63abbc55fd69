// play_layout.js - where the buffers of a network lie on the picture that plays a run.
//
// Lengths are those of the picture (picture.js): distances between neighbours. A buffer is a grid
// of cells, a row for each VC; the row of a deep buffer is folded into several lines. The grid is
// straight whatever its channel does, and lies outside the component that it belongs to.

'use strict';

const GRID_LONG = 0.3;   // of a buffer, along its channel
const GRID_WIDE = 0.22;  // across it, at most
const UNFOLDED = 8;      // flits of a VC that lie in one line

class PlayLayout {
  constructor(play, network) {
    this.play = play;
    this.network = network;
    this.grids = this.placeGrids();
    this.localGrids = this.placeLocalGrids();
    this.bends = network.strokes.map((stroke) => stroke.length > 4);
    this.reach = network.strokes.map((stroke, c) => this.reachOf(stroke, c));
  }

  spot(component) {
    return [this.network.spots[2 * component], this.network.spots[2 * component + 1]];
  }

  // Where a channel's stroke meets its receiver, or would if it were drawn to its end.
  entry(c) {
    const stroke = this.network.strokes[c];
    const [, , to] = this.network.channels[c];
    const [x, y] = this.spot(to);
    const [ex, ey] = stroke.slice(stroke.length - 2);
    const far = Math.hypot(ex - x, ey - y);
    if (far > 1.2 * this.network.size + 0.1 && this.isStub(c)) {  // in another layer
      const [along, out] = [this.direction(stroke, 0, 0), 0.62 * this.network.size];
      return {dx: -along[0] * out, dy: -along[1] * out, along: [-along[0], -along[1]],
        isCut: true};
    }
    const along = this.direction(stroke, ex - x, ey - y);
    return {dx: ex - x, dy: ey - y, along: stroke.length === 4 ? [-along[0], -along[1]] : along,
      isCut: false};
  }

  isStub(c) {
    const stroke = this.network.strokes[c];
    const [from, , to] = this.network.channels[c];
    const [fx, fy] = this.spot(from);
    const [tx, ty] = this.spot(to);
    return span(stroke) < 0.5 * Math.hypot(tx - fx, ty - fy) && span(stroke) < 0.35;
  }

  // The direction of a straight stroke; of a curve, which only a grid has, the axis on which it
  // meets a component at one of its ends, (dx, dy) from there: curves themselves meet it at a
  // slant. A wrap-around ends on the far side, an express channel beside its line.
  direction(stroke, dx, dy) {
    const [x0, y0] = stroke;
    const [x1, y1] = stroke.slice(stroke.length - 2);
    const long = Math.hypot(x1 - x0, y1 - y0) || 1;
    const chord = [(x1 - x0) / long, (y1 - y0) / long];
    if (stroke.length === 4) return chord;
    const isRow = Math.abs(chord[0]) > Math.abs(chord[1]);
    const half = 0.45 * this.network.size;
    const isWrap = Math.abs(isRow ? dx : dy) > half;
    return isRow === isWrap ? [Math.sign(dx), 0] : [0, Math.sign(dy)];
  }

  // For each channel: the corner at the component's end, the unit vectors along the channel (away
  // from the component) and across, and the extent. Buffers on one side share its width, and keep
  // clear of the channels that leave there.
  placeGrids() {
    const sides = new Map();
    const grids = this.network.strokes.map((stroke, c) => {
      const to = this.network.channels[c][2];
      const {dx, dy, along, isCut} = this.entry(c);
      const across = [-along[1], along[0]];
      const offset = dx * across[0] + dy * across[1];
      const half = this.network.size / 2 + 0.02;
      const turned = Math.max(Math.abs(along[0]), Math.abs(along[1]));
      const begin = Math.max(half / turned, dx * along[0] + dy * along[1]);
      const length = isCut ? 0.2 : Math.min(GRID_LONG, 0.4 * Math.max(span(stroke), 0.3));
      const grid = {c, to, along, across, offset, begin, length};
      this.onSide(sides, to, along).push({at: offset, grid});
      return grid;
    });
    this.network.strokes.forEach((stroke, c) => {
      const from = this.network.channels[c][0];
      const [x, y] = this.spot(from);
      const [dx, dy] = [stroke[0] - x, stroke[1] - y];
      const along = this.direction(stroke, dx, dy);
      this.onSide(sides, from, along).push({at: -dx * along[1] + dy * along[0], grid: null});
    });
    const angles = new Map();
    for (const grid of grids) {
      if (!angles.has(grid.to)) angles.set(grid.to, []);
      angles.get(grid.to).push(grid);
    }
    for (const list of sides.values()) this.share(list);
    for (const list of angles.values()) this.narrow(list);
    return grids.map((grid) => {
      const [x, y] = this.spot(grid.to);
      const {along, across, begin, low} = grid;
      return {...grid, x: x + along[0] * begin + across[0] * low,
        y: y + along[1] * begin + across[1] * low, width: grid.high - low};
    });
  }

  onSide(sides, component, along) {
    const key = `${component} ${Math.round(20 * Math.atan2(along[1], along[0]))}`;
    if (!sides.has(key)) sides.set(key, []);
    return sides.get(key);
  }

  share(list) {
    list.sort((a, b) => a.at - b.at);
    list.forEach(({at, grid}, i) => {
      if (!grid) return;
      const before = list[i - 1];
      const after = list[i + 1];
      const gap = (other) => (other === undefined ? GRID_WIDE
        : Math.abs(other.at - at) * (other.grid ? 0.48 : 0.7));
      grid.low = at - Math.min(gap(before), GRID_WIDE);
      grid.high = at + Math.min(gap(after), GRID_WIDE);
      // As wide as GRID_WIDE, towards the free side.
      const wide = grid.high - grid.low;
      if (wide <= GRID_WIDE) return;
      const least = 0.05;
      const cutLow = Math.min(wide - GRID_WIDE, Math.max(0, at - least - grid.low));
      if (gap(before) > gap(after)) grid.low += cutLow;
      else grid.high -= Math.min(wide - GRID_WIDE, Math.max(0, grid.high - at - least));
      if (grid.high - grid.low > GRID_WIDE) grid.high = grid.low + GRID_WIDE;
    });
  }

  // Where channels meet a component from all around, a grid is no wider than the angle to its
  // neighbours leaves room for.
  narrow(list) {
    const angle = (grid) => Math.atan2(grid.along[1], grid.along[0]);
    list.sort((a, b) => angle(a) - angle(b));
    list.forEach((grid, i) => {
      if (list.length < 2) return;
      const last = list.length - 1;
      for (const other of [list[i === last ? 0 : i + 1], list[i === 0 ? last : i - 1]]) {
        const turn = Math.abs(Math.atan2(Math.sin(angle(grid) - angle(other)),
          Math.cos(angle(grid) - angle(other))));
        if (turn < 0.03 || turn > 1.2) continue;
        const room = 2 * grid.begin * Math.tan(turn / 2) * 0.9;
        const wide = grid.high - grid.low;
        if (wide <= room) continue;
        const centre = Math.max(grid.low + room / 2, Math.min(grid.offset, grid.high - room / 2));
        grid.low = centre - room / 2;
        grid.high = centre + room / 2;
      }
    });
  }

  // The input buffers of local ports: side by side in the square of their component.
  placeLocalGrids() {
    const of = new Map();
    this.play.terminals.forEach(([component, port]) => {
      if (!of.has(component)) of.set(component, []);
      of.get(component).push(port);
    });
    const grids = new Map();
    for (const [component, ports] of of) {
      const [x, y] = this.spot(component);
      const room = 0.8 * this.network.size;
      ports.forEach((port, i) => {
        grids.set(component * 64 + port, {along: [0, 1], across: [1, 0], length: 0.55 * room,
          width: room / ports.length * 0.94, x: x - room / 2 + i * room / ports.length,
          y: y - 0.1 * room});
      });
    }
    return grids;
  }

  // The grid of the buffer behind a stage; undefined: a sink's, which is not drawn.
  gridOf(s) {
    const {kind, component, port, channel} = this.play.stage;
    if (kind[s] === STAGE.injection) return this.localGrids.get(component[s] * 64 + port[s]);
    return channel[s] === NONE ? undefined : this.grids[channel[s]];
  }

  // Lines of a VC, and the extent of a cell along and across the grid: as square as can be.
  cells(grid, depth) {
    const row = grid.width / this.play.vcs;
    let best = {lines: 1, long: grid.length / depth, wide: row};
    for (let lines = 2; depth > UNFOLDED && lines <= depth; ++lines) {
      const other = {lines, long: grid.length / Math.ceil(depth / lines), wide: row / lines};
      if (Math.min(other.long, other.wide) > Math.min(best.long, best.wide)) best = other;
    }
    return best;
  }

  // The centre of cell `slot` (0: the front) of VC `vc`. In a folded row the cells at the
  // component's end come first.
  cell(grid, vc, slot, depth) {
    const cells = this.cells(grid, depth);
    const long = cells.long * (Math.floor(slot / cells.lines) + 0.5);
    const wide = cells.wide * (vc * cells.lines + slot % cells.lines + 0.5);
    return [grid.x + grid.along[0] * long + grid.across[0] * wide,
      grid.y + grid.along[1] * long + grid.across[1] * wide];
  }

  // How much of a stroke lies before the buffer at its end.
  reachOf(stroke, c) {
    if (this.isStub(c)) return 1;
    const grid = this.grids[c];
    const long = span(stroke) * (stroke.length > 4 ? 1.3 : 1);
    return Math.max(0.3, 1 - grid.length / Math.max(long, grid.length * 1.4));
  }

  middle(s) {
    const grid = this.gridOf(s);
    if (!grid) return this.spot(this.play.stage.component[s]);
    return this.cell(grid, this.play.stage.vc[s], 0, this.play.depthOf(s));
  }
}
