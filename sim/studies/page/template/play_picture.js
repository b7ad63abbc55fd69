// play_picture.js - one cycle of a run on a canvas: flits on their channels and in their buffers.

'use strict';

class PlayPicture extends PlayLayout {
  constructor(canvas, play, network) {
    super(play, network);
    this.canvas = canvas;
    this.zoom = 1;
    this.still = document.createElement('canvas');
    this.stillOf = '';
  }

  resize(room, high) {
    const {width, height} = this.network;
    const fit = Math.min(room / width, Math.max(high, 420) / height);
    // A node no smaller than its buffers can be read, and a canvas that a browser can hold.
    this.scale = Math.min(Math.max(Math.min(fit, 150), Math.min(34, room / width * 3)) * this.zoom,
      12000 / Math.max(width, height));
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of [this.canvas, this.still]) {
      canvas.width = Math.round(width * this.scale * ratio);
      canvas.height = Math.round(height * this.scale * ratio);
    }
    this.canvas.style.width = `${Math.round(width * this.scale)}px`;
    this.canvas.style.height = `${Math.round(height * this.scale)}px`;
    this.ratio = ratio;
    this.stillOf = '';
  }

  context(canvas) {
    const pen = canvas.getContext('2d');
    const unit = this.scale * this.ratio;
    pen.setTransform(unit, 0, 0, unit, 0, 0);
    return pen;
  }

  // Channels, components and empty cells. `heatOf(c)`: share of cycles with a flit, or null.
  drawStill(heatOf, name, colours) {
    if (this.stillOf === name) return;
    this.stillOf = name;
    const pen = this.context(this.still);
    pen.clearRect(0, 0, this.network.width, this.network.height);
    this.network.strokes.forEach((stroke, c) => {
      pen.strokeStyle = heatOf ? heat(heatOf(c)) : colours.line;
      pen.lineWidth = this.network.stroke * (heatOf ? 0.5 : 0.28);
      pen.beginPath();
      this.trace(pen, stroke);
      pen.stroke();
    });
    const takeCellPen = () => {
      pen.lineWidth = 0.7 / this.scale;
      pen.strokeStyle = colours.cell;
      pen.fillStyle = colours.paper;
    };
    takeCellPen();
    this.grids.forEach((grid, c) => this.drawCells(pen, grid, this.play.depth[c]));
    // Over the corners of slanting grids.
    this.network.names.forEach((_, component) => this.drawNode(pen, component, colours));
    takeCellPen();
    for (const grid of this.localGrids.values()) this.drawCells(pen, grid, this.play.bufferDepth);
    if (this.scale * this.network.size < 26) return;
    pen.fillStyle = colours.soft;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    const interchanges = new Set(this.network.interchanges);
    this.network.names.forEach((name, component) => {
      if (interchanges.has(component)) return;
      const [x, y] = this.spot(component);
      const text = name.startsWith('switch_') ? name.slice(name.lastIndexOf('_') + 1)
        : String(component);
      this.write(pen, text, x, y - 0.27 * this.network.size, 0.28 * this.network.size);
    });
  }

  write(pen, text, x, y, size) {
    pen.save();
    pen.translate(x, y);
    pen.scale(size / 20, size / 20);
    pen.font = '20px system-ui, sans-serif';
    pen.fillText(text, 0, 0);
    pen.restore();
  }

  trace(pen, stroke) {
    pen.moveTo(stroke[0], stroke[1]);
    if (stroke.length === 4) pen.lineTo(stroke[2], stroke[3]);
    else pen.bezierCurveTo(...stroke.slice(2));
  }

  drawNode(pen, component, colours) {
    const [x, y] = this.spot(component);
    const half = this.network.size / 2;
    pen.fillStyle = colours.node;
    pen.strokeStyle = colours.edge;
    pen.lineWidth = 0.02;
    pen.beginPath();
    if (this.network.interchanges.includes(component)) {
      const r = 0.9 * half;
      pen.moveTo(x - r, y);
      [[x, y - r], [x + r, y], [x, y + r]].forEach((spot) => pen.lineTo(...spot));
      pen.closePath();
    } else {
      pen.rect(x - half, y - half, 2 * half, 2 * half);
    }
    pen.fill();
    pen.stroke();
  }

  drawCells(pen, grid, depth) {
    const {lines, long, wide} = this.cells(grid, depth);
    const isDrawnWhole = Math.min(long, wide) * this.scale > 3;
    const step = isDrawnWhole ? 1 : lines;  // the border of a VC is drawn always
    pen.beginPath();
    const point = (a, b) => [grid.x + grid.along[0] * a + grid.across[0] * b,
      grid.y + grid.along[1] * a + grid.across[1] * b];
    [[0, 0], [grid.length, 0], [grid.length, grid.width], [0, grid.width]].forEach(([a, b], i) =>
      (i === 0 ? pen.moveTo(...point(a, b)) : pen.lineTo(...point(a, b))));
    pen.closePath();
    pen.fill();
    for (let line = step; line < this.play.vcs * lines; line += step) {
      pen.moveTo(...point(0, line * wide));
      pen.lineTo(...point(grid.length, line * wide));
    }
    for (let at = long; isDrawnWhole && at < grid.length - long / 2; at += long) {
      pen.moveTo(...point(at, 0));
      pen.lineTo(...point(at, grid.width));
    }
    pen.stroke();
  }

  // Cycle t and the share of it that has passed. `look(packet)`: {colour, isDim, isFollowed}.
  drawFlits(t, share, look, colours) {
    if (this.canvas.width === 0) return;  // the section is hidden
    const pen = this.context(this.canvas);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.still, 0, 0);
    this.context(this.canvas);
    this.hits = [];
    const followed = [];
    this.play.eachOpen(t, (s) => {
      const packet = this.play.stage.packet[s];
      const seen = look(packet);
      if (seen.isFollowed) followed.push([s, seen]);
      else this.drawStage(pen, s, t, share, seen, colours);
    });
    followed.forEach(([s, seen]) => this.drawStage(pen, s, t, share, seen, colours));
  }

  drawStage(pen, s, t, share, seen, colours) {
    const {play} = this;
    const kind = play.stage.kind[s];
    if (kind === STAGE.sink) return;
    pen.globalAlpha = seen.isDim ? 0.22 : 1;
    const latency = play.latencyOf(s);
    const passed = play.passed(s, t);
    const arrived = play.arrived(s, t);
    const gone = play.gone(s, t);
    const flits = play.packet.flits[play.stage.packet[s]];
    for (let i = Math.max(arrived, 0); i < passed; ++i) {  // on the pins or the wires
      const at = (t + share - play.times[play.from[s] + i]) / (latency + 1);
      this.drawFlit(pen, ...this.onWay(s, at), 0.5 * this.moveSize(), i === 0, i === flits - 1,
        seen, colours, s);
    }
    const grid = this.gridOf(s);
    if (!grid || gone >= arrived) return;
    const before = this.aheadOf(s, t);
    const depth = play.depthOf(s);
    const cells = this.cells(grid, depth);
    const size = 0.42 * Math.min(cells.wide, cells.long);
    for (let i = gone; i < arrived; ++i) {
      const spot = this.cell(grid, play.stage.vc[s], before + i - gone, depth);
      this.drawFlit(pen, ...spot, size, i === 0, i === flits - 1, seen, colours, s);
    }
  }

  // Flits of earlier packets in the same buffer.
  aheadOf(s, t) {
    let [i, list] = this.play.lastOf(this.play.lineOf(s), t);
    let flits = 0;
    for (; i >= 0 && this.play.leaves[list[i]] > t; --i) {
      if (list[i] < s) flits += this.play.buffered(list[i], t);
    }
    return flits;
  }

  moveSize() { return Math.min(0.085, 0.3 * this.network.size); }

  // Where a flit is that has done a share of its way over the pins of stage s.
  onWay(s, share) {
    const {kind, component, channel, port} = this.play.stage;
    const [x, y] = this.spot(component[s]);
    const at = Math.max(0, Math.min(1, share));
    const half = this.network.size / 2;
    if (kind[s] === STAGE.injection) {  // from above into the node's own buffer
      const grid = this.localGrids.get(component[s] * 64 + port[s]);
      return [grid.x + grid.width / 2, y - half * (1.3 - 0.8 * at)];
    }
    if (channel[s] === NONE) return [x + half * (0.2 + 0.75 * at), y - half * (0.7 + 0.5 * at)];
    const stroke = this.network.strokes[channel[s]];
    if (this.isStub(channel[s]) && at > 0.5) {  // the rest of the way is in another layer
      const grid = this.grids[channel[s]];
      const left = grid.length * (1 + 0.8 * (1 - at));
      return [grid.x + grid.along[0] * left + grid.across[0] * grid.width / 2,
        grid.y + grid.along[1] * left + grid.across[1] * grid.width / 2];
    }
    const along = this.isStub(channel[s]) ? 2 * at : at * this.reach[channel[s]];
    return strokeAt(stroke, Math.min(1, along));
  }

  // Heads are discs, other flits squares; a tail has a notch. So no colour is needed to tell them.
  drawFlit(pen, x, y, size, isHead, isTail, seen, colours, s) {
    pen.fillStyle = seen.colour;
    pen.beginPath();
    if (isHead) pen.arc(x, y, size * 1.1, 0, 7);
    else pen.rect(x - size, y - size, 2 * size, 2 * size);
    pen.fill();
    if (isHead || seen.isFollowed) {
      pen.lineWidth = Math.max(0.8 / this.scale, size * (seen.isFollowed ? 0.5 : 0.25));
      pen.strokeStyle = colours.ink;
      pen.stroke();
    }
    if (isTail && !isHead) {
      pen.fillStyle = colours.paper;
      pen.fillRect(x - 0.35 * size, y - 0.35 * size, 0.7 * size, 0.7 * size);
    }
    if (this.hits) this.hits.push([x, y, this.play.stage.packet[s]]);
  }

  // The packet whose flit is nearest to a place; null: none is near.
  packetAt(x, y) {
    let best = 0.12;
    let found = null;
    for (const [hx, hy, packet] of this.hits || []) {
      const far = Math.hypot(hx - x, hy - y);
      if (far < best) [best, found] = [far, packet];
    }
    return found;
  }

  // The way of a followed packet, and the buffers of a chain of waiting with an arrow from each to
  // the next.
  drawWay(stages, colours) {
    const pen = this.context(this.canvas);
    pen.globalAlpha = 0.55;
    pen.strokeStyle = colours.way;
    pen.lineWidth = this.network.stroke * 0.9;
    pen.beginPath();
    for (const s of stages) {
      const channel = this.play.stage.channel[s];
      if (channel !== NONE) this.trace(pen, this.network.strokes[channel]);
    }
    pen.stroke();
    pen.globalAlpha = 1;
  }

  drawChain(stages, isCircle, colour) {
    const pen = this.context(this.canvas);
    pen.globalAlpha = 1;
    pen.strokeStyle = colour;
    pen.fillStyle = colour;
    stages.forEach((s) => {
      const grid = this.gridOf(s);
      if (!grid) return;
      pen.lineWidth = 0.025;
      pen.setLineDash([]);
      pen.beginPath();
      const wide = grid.width / this.play.vcs;
      const low = wide * this.play.stage.vc[s];
      [[0, low], [grid.length, low], [grid.length, low + wide], [0, low + wide]].forEach(
        ([a, b], i) => {
          const spot = [grid.x + grid.along[0] * a + grid.across[0] * b,
            grid.y + grid.along[1] * a + grid.across[1] * b];
          if (i === 0) pen.moveTo(...spot);
          else pen.lineTo(...spot);
        });
      pen.closePath();
      pen.stroke();
    });
    stages.forEach((s, i) => {
      const next = i + 1 < stages.length ? stages[i + 1] : isCircle ? stages[0] : NONE;
      if (next !== NONE && next !== s) this.drawArrow(pen, s, next);
    });
  }

  // From buffer to buffer: beside the stroke of the channel between them if it is a curve, else a
  // bow to one side, so that opposite arrows do not lie on each other.
  drawArrow(pen, s, next) {
    const [x0, y0] = this.middle(s);
    const [x1, y1] = this.middle(next);
    const long = Math.hypot(x1 - x0, y1 - y0);
    if (long < 0.05) return;
    const channel = this.play.stage.channel[next];
    let bow = [-(y1 - y0) / long * 0.12 * Math.min(1, long), (x1 - x0) / long * 0.12 *
      Math.min(1, long)];
    if (channel !== NONE && this.bends[channel]) {
      const [mx, my] = strokeAt(this.network.strokes[channel], 0.5);
      bow = [mx - (x0 + x1) / 2, my - (y0 + y1) / 2];
    }
    const [cx, cy] = [(x0 + x1) / 2 + 1.33 * bow[0], (y0 + y1) / 2 + 1.33 * bow[1]];
    pen.lineWidth = 0.035;
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.quadraticCurveTo(cx, cy, x1, y1);
    pen.stroke();
    const turn = Math.atan2(y1 - cy, x1 - cx);
    pen.beginPath();
    pen.moveTo(x1, y1);
    for (const side of [0.45, -0.45]) {
      pen.lineTo(x1 - 0.15 * Math.cos(turn + side), y1 - 0.15 * Math.sin(turn + side));
    }
    pen.closePath();
    pen.fill();
  }
}
