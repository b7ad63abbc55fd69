// play_state.js - what is where in cycle t, and why it waits there.
//
// The state of any cycle is counted from the stages that are open then (play_events.js), so going
// back is as easy as going on.

'use strict';

const BLOCK = 32;  // cycles that share a list of open stages

class Play extends PlayEvents {
  constructor(wiring, channels, vcs, bufferDepth) {
    super(wiring, channels, vcs, bufferDepth);
    this.index();
  }

  // Which stages are open in each block of cycles, and the stages of each output VC in order.
  index() {
    const blocks = Math.floor(this.end / BLOCK) + 1;
    const starts = new Int32Array(blocks + 1);
    this.leaves = new Int32Array(this.stages);  // the cycle in which nothing is left of a stage
    const ends = this.leaves;
    for (let s = 0; s < this.stages; ++s) {
      ends[s] = this.emptyFrom(s);
      const last = Math.min(blocks - 1, Math.floor(ends[s] / BLOCK));
      for (let b = Math.floor(this.times[this.from[s]] / BLOCK); b <= last; ++b) ++starts[b + 1];
    }
    for (let b = 0; b < blocks; ++b) starts[b + 1] += starts[b];
    this.blockStarts = starts;
    this.blockStages = new Int32Array(starts[blocks]);
    const next = starts.slice();
    for (let s = 0; s < this.stages; ++s) {
      const last = Math.min(blocks - 1, Math.floor(ends[s] / BLOCK));
      for (let b = Math.floor(this.times[this.from[s]] / BLOCK); b <= last; ++b) {
        this.blockStages[next[b]++] = s;
      }
    }
    this.line = new Map();     // stages by the pins that they stand for
    for (let s = 0; s < this.stages; ++s) {
      if (this.stage.kind[s] === STAGE.sink) continue;
      const key = this.lineOf(s);
      if (!this.line.has(key)) this.line.set(key, []);
      this.line.get(key).push(s);
    }
  }

  // Pins and VC as one number; injection pins are beyond the output ports.
  lineOf(s) {
    const {kind, component, port, vc} = this.stage;
    return this.lineAt(component[s], port[s] + (kind[s] === STAGE.injection ? 64 : 0), vc[s]);
  }

  lineAt(component, port, vc) { return (component * 128 + port) * 32 + vc; }

  latencyOf(s) {
    const channel = this.stage.channel[s];
    return channel === NONE ? 0 : this.latency[channel];
  }

  depthOf(s) {
    const channel = this.stage.channel[s];
    return channel === NONE ? this.bufferDepth : this.depth[channel];
  }

  isWhole(s) { return this.from[s + 1] - this.from[s] === this.packet.flits[this.stage.packet[s]]; }

  // The first cycle in which no flit of the stage is on its pins, its wires or in its buffer.
  emptyFrom(s) {
    if (!this.isWhole(s)) return NEVER;
    const own = this.times[this.from[s + 1] - 1] + this.latencyOf(s) + 1;
    if (this.stage.kind[s] === STAGE.sink) return own;
    let last = own;
    let has = false;
    for (let n = this.stage.child[s]; n !== NONE; n = this.stage.sibling[n]) {
      if (!this.isWhole(n)) return NEVER;
      has = true;
      last = Math.max(last, this.times[this.from[n + 1] - 1]);
    }
    return has ? last : NEVER;
  }

  // Flits that were on the pins of a stage up to cycle t.
  passed(s, t) {
    let low = this.from[s];
    let high = this.from[s + 1];
    if (high === low || this.times[high - 1] <= t) return high - low;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= t) low = middle + 1;
      else high = middle;
    }
    return low - this.from[s];
  }

  // Flits that have left the buffer behind a stage in cycle t; copies leave it with the last one.
  gone(s, t) {
    let n = this.stage.child[s];
    if (n === NONE) return 0;
    let least = NEVER;
    for (; n !== NONE; n = this.stage.sibling[n]) {
      least = Math.min(least, this.passed(n, t));
    }
    return least;
  }

  arrived(s, t) { return this.passed(s, t - 1 - this.latencyOf(s)); }

  buffered(s, t) { return Math.max(0, this.arrived(s, t) - this.gone(s, t)); }

  // Calls visit(s) for each stage with a flit on its pins, its wires or in its buffer.
  eachOpen(t, visit) {
    const block = Math.min(Math.floor(t / BLOCK), this.blockStarts.length - 2);
    for (let i = this.blockStarts[block]; i < this.blockStarts[block + 1]; ++i) {
      const s = this.blockStages[i];
      if (this.times[this.from[s]] <= t && this.leaves[s] > t) visit(s);
    }
  }

  // [(component * ports + input port) * VCs + VC]: flits in each input buffer at the begin of t; of
  // a packet router, those that came by it and are still in the router.
  occupancy(t, components) {
    const flits = new Int32Array(components * this.ports * this.vcs);
    this.eachOpen(t, (s) => {
      if (this.stage.kind[s] === STAGE.sink) return;
      const [component, port] = this.receiverOf(s);
      if (component < 0) return;
      flits[(component * this.ports + port) * this.vcs + this.stage.vc[s]] += this.buffered(s, t);
    });
    return flits;
  }

  // The last stage of these pins that began up to cycle t.
  lastOf(key, t) {
    const list = this.line.get(key);
    if (!list) return [NONE, null];
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[this.from[list[middle]]] <= t) low = middle + 1;
      else high = middle;
    }
    return [low - 1, list];
  }

  // The stage whose flit is at the front of the buffer behind these pins; NONE: it is empty.
  front(key, t) {
    let [i, list] = this.lastOf(key, t);
    let front = NONE;
    for (; i >= 0 && this.leaves[list[i]] > t; --i) {
      if (this.buffered(list[i], t) > 0) front = list[i];
    }
    return front;
  }

  // Of an output VC: DEPTH less the flits sent before t, plus the credits that came before it.
  credits(key, t) {
    let [i, list] = this.lastOf(key, t);
    if (i < 0) return NEVER;
    const latency = this.latencyOf(list[i]);
    let left = this.depthOf(list[i]);
    for (; i >= 0; --i) {
      const s = list[i];
      const late = this.isToSink(s) ? 2 : 1;  // a sink's credit is on the pins a cycle later
      const returned = this.gone(s, t - late - latency);
      left -= this.passed(s, t) - returned;
      if (returned === this.packet.flits[this.stage.packet[s]]) break;
    }
    return left;
  }

  isToSink(s) { return this.stage.kind[s] === STAGE.hop && this.stage.channel[s] === NONE; }

  // The packet that holds these pins in cycle t: its head has gone by, its tail has not.
  holder(key, t) {
    const [i, list] = this.lastOf(key, t);
    if (i < 0) return NONE;
    const s = list[i];
    return this.passed(s, t) < this.packet.flits[this.stage.packet[s]] ? s : NONE;
  }

  // The stage that puts a flit on these pins in cycle t, on any VC.
  sender(component, port, t) {
    for (let vc = 0; vc < this.vcs; ++vc) {
      const [i, list] = this.lastOf(this.lineAt(component, port, vc), t);
      if (i >= 0 && this.passed(list[i], t) > this.passed(list[i], t - 1)) return list[i];
    }
    return NONE;
  }

  // The stages of a packet, in the order of its way.
  stagesOf(packet) {
    const list = [];
    const add = (s) => {
      if (s === NONE) return;
      list.push(s);
      const children = [];
      for (let n = this.stage.child[s]; n !== NONE; n = this.stage.sibling[n]) children.push(n);
      children.reverse().forEach(add);
    };
    add(this.packet.first[packet]);
    return list;
  }

  // The buffer in which the foremost waiting flit of a packet stands; NONE: none waits.
  placeOf(packet, t) {
    let place = NONE;
    for (const s of this.stagesOf(packet)) {
      if (this.stage.kind[s] !== STAGE.sink && this.buffered(s, t) > 0) place = s;
    }
    return place;
  }

  // Why the front flit of packet's stage s does not move in cycle t: {why, ...}, and with
  // `blocker` the stage for whose front flit it waits.
  wait(s, t) {
    const isInSlots = this.hasPacketRouters && !this.isToSink(s);
    const front = this.front(this.lineOf(s), t);
    if (front !== s && !isInSlots) return {why: 'behind', blocker: front};
    if (this.isToSink(s)) return {why: 'sink'};
    let next = this.stage.child[s];
    while (next !== NONE && this.passed(next, t) > this.gone(s, t)) next = this.stage.sibling[next];
    const isHead = next === NONE || this.passed(next, t) === 0;
    if (next === NONE) return this.waitForRoute(s, t);
    const [component, port, vc] = [this.stage.component[next], this.stage.port[next],
      this.stage.vc[next]];
    if (this.passed(next, t + 1) > this.passed(next, t)) return {why: 'goes', port, vc, component};
    if (isInSlots) return this.waitForSlot(t, component, port, vc);
    return this.waitForOutput(s, t, component, port, vc, isHead, next);
  }

  // In a packet router. Its events do not tell input buffers from slots at the outputs, where
  // packets of one input overtake each other, and do not show which credits have come back.
  waitForSlot(t, component, port, vc) {
    const taker = this.sender(component, port, t + 1);
    if (taker !== NONE) return {why: 'granted', component, port, vc, taker};
    return {why: 'slot', component, port, vc};
  }

  waitForOutput(s, t, component, port, vc, isHead, next) {
    const key = this.lineAt(component, port, vc);
    const at = {component, port, vc};
    const holder = isHead ? this.holder(key, t) : NONE;
    const credits = this.credits(key, t);
    if (holder !== NONE) {
      const full = credits <= 0 ? this.front(key, t) : NONE;
      return {why: 'held', ...at, holder,
        blocker: full === NONE ? this.behind(holder, t) : full};
    }
    if (credits <= 0) return {why: 'credit', ...at, ...this.creditOf(key, t)};
    const taker = this.sender(component, port, t + 1);
    if (taker !== NONE && taker !== next) return {why: 'granted', ...at, taker};
    if (isHead && this.stage.kind[s] === STAGE.injection && credits < this.room) {
      return {why: 'room', ...at, credits};
    }
    return {why: isHead ? 'offer' : 'selection', ...at};
  }

  creditOf(key, t) {
    const front = this.front(key, t);
    return front === NONE ? {} : {blocker: front};
  }

  // Where the flits of a packet wait that have not gone over its stage `holder` yet; NONE: they
  // are on wires.
  behind(holder, t) {
    for (let s = this.stage.prev[holder]; s !== NONE; s = this.stage.prev[s]) {
      if (this.buffered(s, t) > 0) return s;
    }
    return NONE;
  }

  // A head that does not go on before the record ends: any output that its route permits.
  waitForRoute(s, t) {
    const packet = this.stage.packet[s];
    const route = this.routes.get(packet);
    if (!route) return {why: 'end'};
    const [component] = this.receiverOf(s);
    let found = null;
    for (const port of route.outputs) {
      for (const vc of route.vcs) {
        const wait = this.waitForOutput(s, t, component, port, vc, true, NONE);
        if (wait.why !== 'held' && wait.why !== 'credit') return wait;
        if (!found || (found.blocker === undefined && wait.blocker !== undefined)) found = wait;
      }
    }
    return found || {why: 'end'};
  }

  // From buffer to buffer, each waits for the next. `circle`: where the chain comes back to,
  // as an index; -1: it ends.
  chain(s, t) {
    const list = [];
    for (let at = s; at !== undefined && at !== NONE;) {
      const seen = list.findIndex((entry) => entry.stage === at);
      if (seen >= 0) return {list, circle: seen};
      const wait = this.wait(at, t);
      list.push({stage: at, wait});
      at = wait.blocker;
    }
    return {list, circle: NONE};
  }

  // Circles of buffers that wait for each other in cycle t and are not empty at the end.
  circles(t) {
    const done = new Set();
    const found = [];
    this.eachOpen(t, (s) => {
      if (done.has(s) || this.stage.kind[s] === STAGE.sink) return;
      if (this.leaves[s] !== NEVER || this.buffered(s, t) === 0) return;
      const {list, circle} = this.chain(s, t);
      if (circle !== NONE && !done.has(list[circle].stage)) found.push(list.slice(circle));
      list.forEach((entry) => done.add(entry.stage));
    });
    return found;
  }

  // Flits on each channel in each of at most `bins` equal parts of the record. Of few cycles a part
  // would show single flits, and no utilisation.
  channelLoads(bins) {
    const cycles = this.end - this.begin + 1;
    const width = Math.max(10, Math.ceil(cycles / bins));
    const used = Math.ceil(cycles / width);
    const flits = new Uint32Array(used * this.channels.length);
    for (let s = 0; s < this.stages; ++s) {
      const channel = this.stage.channel[s];
      if (channel === NONE) continue;
      for (let i = this.from[s]; i < this.from[s + 1]; ++i) {
        const bin = Math.floor((this.times[i] - this.begin) / width);
        ++flits[bin * this.channels.length + channel];
      }
    }
    return {width, bins: used, flits};
  }

  // Of the packets delivered in each part: how many, the sum of their latencies and the highest.
  latencies(bins) {
    const cycles = this.end - this.begin + 1;
    const width = Math.max(1, Math.ceil(cycles / bins));
    const list = Array.from({length: Math.ceil(cycles / width)},
      () => ({packets: 0, sum: 0, most: 0}));
    for (let p = 0; p < this.packets; ++p) {
      const at = this.packet.delivered[p];
      if (at === NEVER) continue;
      const latency = at - this.packet.queued[p];
      const bin = list[Math.floor((at - this.begin) / width)];
      ++bin.packets;
      bin.sum += latency;
      bin.most = Math.max(bin.most, latency);
    }
    return {width, list};
  }
}
