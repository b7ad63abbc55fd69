// play_events.js - the events of a run, each given to its packet and to a stage of its way.
//
// A packet goes through stages: the injection pins of its source, the output pins of each component
// on its way, and the sink that consumes it. A stage knows the cycle of each flit of the packet.
// Behind a stage lies its buffer: that of the input VC that its pins lead to. Cycles are those of
// docs/timing.md. Nothing here draws, so it runs in Node, too.

'use strict';

const STAGE = {injection: 0, hop: 1, sink: 2};
const NONE = -1;
const NEVER = 0x7fffffff;
// Letters of events, as PlayLog writes them.
const KIND = {queued: 113, injected: 105, hop: 104, head: 101, delivered: 100, body: 98,
  bodyInjected: 106, bodyConsumed: 99};

class PlayEvents {
  // `wiring`: what PlayLog writes, with the channels [from, port, to, port] and VCs of the network.
  constructor(wiring, channels, vcs, bufferDepth) {
    this.vcs = vcs;
    this.ports = wiring.ports;
    this.local = wiring.local_channels;
    this.room = wiring.room;
    this.hasPacketRouters = wiring.has_packet_routers;
    this.terminals = wiring.terminals;
    this.channels = channels;
    this.latency = wiring.latency;
    this.depth = wiring.depth;
    this.bufferDepth = bufferDepth;
    this.isCut = wiring.cut;
    this.channelAt = new Map(channels.map(([from, port], c) => [from * this.ports + port, c]));
    this.terminalAt = new Map();   // by output port
    this.terminals.forEach(([, , component, port], t) => {
      this.terminalAt.set(component * this.ports + port, t);
    });
    this.link(readEvents(wiring.events));
    this.routes = new Map();
    for (const [source, number, outputs, ovcs] of wiring.routes) {
      const packet = this.named.get(nameOf(source, number));
      if (packet !== undefined) this.routes.set(packet, {outputs, vcs: ovcs});
    }
  }

  // Gives each event its packet and its stage.
  link(events) {
    const {kind, cycle, field, count} = events;
    const tally = new Int32Array(128);
    for (let e = 0; e < count; ++e) ++tally[kind[e]];
    const lists = (names, size) => Object.fromEntries(names.map((name) =>
      [name, new Int32Array(size).fill(NONE)]));
    this.packet = lists(['source', 'number', 'destination', 'flits', 'messageClass', 'queued',
      'injected', 'delivered', 'first', 'last', 'namesake'], tally[KIND.queued]);
    this.stage = lists(['packet', 'kind', 'component', 'port', 'vc', 'channel', 'prev', 'child',
      'sibling', 'earlier'], tally[KIND.injected] + tally[KIND.hop] + tally[KIND.head]);
    this.packets = 0;
    this.stages = 0;
    this.named = new Map();  // the newest packet of a name
    const components = Math.max(...this.channels.map(([from, , to]) => Math.max(from, to)),
      ...this.terminals.map(([inject, , eject]) => Math.max(inject, eject))) + 1;
    // The stage that a source, an output port or a sink has now on each VC.
    const atSource = new Int32Array(this.terminals.length * this.vcs).fill(NONE);
    const atOutput = new Int32Array(components * this.ports * this.vcs).fill(NONE);
    const atSink = atSource.slice();
    const stageOf = new Int32Array(count).fill(NONE);  // of an event
    for (let e = 0; e < count; ++e) {
      const a = field[6 * e];
      const b = field[6 * e + 1];
      const c = field[6 * e + 2];
      const d = field[6 * e + 3];
      const f = field[6 * e + 4];
      const g = field[6 * e + 5];
      switch (kind[e]) {
        case KIND.queued:  // source, number, destination, flits, message class
          this.queue(a, b, c, d, f, cycle[e]);
          break;
        case KIND.injected: {  // source, number, VC, local channel
          const packet = this.uninjected(nameOf(a, b));
          if (packet === NONE) break;
          this.packet.injected[packet] = cycle[e];
          const terminal = a * this.local + d;
          const [component, port] = this.terminals[terminal];
          stageOf[e] = this.open(packet, STAGE.injection, component, port, c, NONE, NONE);
          atSource[terminal * this.vcs + c] = stageOf[e];
          break;
        }
        case KIND.hop: {  // source, number, destination, component, port, VC
          const prev = this.before(nameOf(a, b), c, d, NONE);
          if (prev === NONE) break;
          const channel = this.channelAt.get(d * this.ports + f);
          stageOf[e] = this.open(this.stage.packet[prev], STAGE.hop, d, f, g,
            channel === undefined ? NONE : channel, prev);
          atOutput[(d * this.ports + f) * this.vcs + g] = stageOf[e];
          break;
        }
        case KIND.head: {  // source, number, destination, VC, local channel
          const terminal = c * this.local + f;
          const [, , component, port] = this.terminals[terminal];
          const prev = this.before(nameOf(a, b), c, -1 - component, port);
          if (prev === NONE) break;
          stageOf[e] = this.open(this.stage.packet[prev], STAGE.sink, component, port, d, NONE,
            prev);
          atSink[terminal * this.vcs + d] = stageOf[e];
          break;
        }
        case KIND.delivered: {  // as of its head
          const s = atSink[(c * this.local + f) * this.vcs + d];
          if (s === NONE) break;
          const packet = this.stage.packet[s];
          this.packet.delivered[packet] = cycle[e];
          // A packet of one flit has been consumed with its head.
          if (this.packet.flits[packet] !== 1) stageOf[e] = s;
          break;
        }
        case KIND.body:  // component, port, VC
          stageOf[e] = atOutput[(a * this.ports + b) * this.vcs + c];
          break;
        case KIND.bodyInjected:  // node, VC, local channel
          stageOf[e] = atSource[(a * this.local + c) * this.vcs + b];
          break;
        case KIND.bodyConsumed:
          stageOf[e] = atSink[(a * this.local + c) * this.vcs + b];
          break;
        default:
      }
    }
    this.fillStages(stageOf, cycle);
    for (let p = 0; p < this.packets; ++p) {
      for (const name of ['injected', 'delivered']) {
        if (this.packet[name][p] === NONE) this.packet[name][p] = NEVER;
      }
    }
    this.begin = count > 0 ? cycle[0] : 0;
    this.end = (count > 0 ? cycle[count - 1] : 0) + (this.isCut ? 0 : 1);
  }

  queue(source, number, destination, flits, messageClass, cycle) {
    const p = this.packets++;
    const name = nameOf(source, number);
    const {packet} = this;
    packet.source[p] = source;
    packet.number[p] = number;
    packet.destination[p] = destination;
    packet.flits[p] = flits;
    packet.messageClass[p] = messageClass;
    packet.queued[p] = cycle;
    packet.namesake[p] = this.named.get(name) ?? NONE;
    this.named.set(name, p);
  }

  // Of packets with one name, which repeat in narrow flits, the oldest that was not injected.
  uninjected(name) {
    let found = NONE;
    for (let p = this.named.get(name) ?? NONE; p !== NONE; p = this.packet.namesake[p]) {
      if (this.packet.injected[p] !== NONE) break;
      found = p;
    }
    return found;
  }

  // The stage of a packet of this name that leads to a component, or to an ejection channel: the
  // oldest one from which the packet has not gone on. Copies of a broadcast go on from one stage,
  // and its destination is not that of its packets.
  before(name, destination, component, port) {
    let found = NONE;
    let left = NONE;
    for (let p = this.named.get(name) ?? NONE; p !== NONE; p = this.packet.namesake[p]) {
      for (let s = this.packet.last[p]; s !== NONE; s = this.stage.earlier[s]) {
        if (this.stage.kind[s] === STAGE.sink) continue;
        const [to, toPort] = this.receiverOf(s);
        if (to !== component || (port !== NONE && toPort !== port)) continue;
        const isIt = this.stage.child[s] === NONE && this.packet.destination[p] === destination;
        if (isIt) found = s;
        else if (left === NONE || this.stage.child[left] !== NONE) left = s;
      }
      if (found === NONE && this.packet.delivered[p] !== NONE) break;
    }
    return found === NONE ? left : found;
  }

  open(packet, kind, component, port, vc, channel, prev) {
    const s = this.stages++;
    const {stage} = this;
    stage.packet[s] = packet;
    stage.kind[s] = kind;
    stage.component[s] = component;
    stage.port[s] = port;
    stage.vc[s] = vc;
    stage.channel[s] = channel;
    stage.prev[s] = prev;
    stage.earlier[s] = this.packet.last[packet];
    this.packet.last[packet] = s;
    if (prev === NONE) {
      this.packet.first[packet] = s;
    } else {
      stage.sibling[s] = stage.child[prev];
      stage.child[prev] = s;
    }
    return s;
  }

  // [component, input port] that the pins of a stage lead to; of an ejection channel
  // [-1 - component, output port].
  receiverOf(s) {
    const {kind, component, port, channel} = this.stage;
    if (kind[s] === STAGE.injection) return [component[s], port[s]];
    if (kind[s] === STAGE.hop && channel[s] !== NONE) {
      return [this.channels[channel[s]][2], this.channels[channel[s]][3]];
    }
    return [-1 - component[s], port[s]];
  }

  // The cycles of the flits of each stage, one stage after the other.
  fillStages(stageOf, cycle) {
    this.from = new Int32Array(this.stages + 1);
    for (const s of stageOf) if (s !== NONE) ++this.from[s + 1];
    for (let s = 0; s < this.stages; ++s) this.from[s + 1] += this.from[s];
    this.times = new Int32Array(this.from[this.stages]);
    const next = this.from.slice();
    for (let e = 0; e < stageOf.length; ++e) {
      if (stageOf[e] !== NONE) this.times[next[stageOf[e]]++] = cycle[e];
    }
  }
}

const nameOf = (source, number) => source * 16777216 + number;

// A letter and up to six numbers each; `t` adds to the cycle.
function readEvents(text) {
  let size = Math.max(16, text.length >> 3);
  let kind = new Uint8Array(size);
  let cycle = new Int32Array(size);
  let field = new Int32Array(6 * size);
  let count = 0;
  let now = 0;
  const length = text.length;
  for (let at = 0; at < length;) {
    const letter = text.charCodeAt(at++);
    let value = 0;
    let place = 6 * count;
    for (; at < length; ++at) {
      const digit = text.charCodeAt(at) - 48;
      if (digit >= 0 && digit < 10) value = 10 * value + digit;
      else if (digit === -16) {
        field[place++] = value;
        value = 0;
      } else break;
    }
    if (letter === 116) {
      now += value;
      continue;
    }
    field[place] = value;
    kind[count] = letter;
    cycle[count] = now;
    if (++count < size) continue;
    size *= 2;
    const grown = [new Uint8Array(size), new Int32Array(size), new Int32Array(6 * size)];
    [kind, cycle, field].forEach((old, i) => grown[i].set(old));
    [kind, cycle, field] = grown;
  }
  return {kind, cycle, field, count};
}
