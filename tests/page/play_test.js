// play_test.js - what the scripts of the page make of the events of a run against the run's own
// numbers.
//
//   node play_test.js FILE
//
// FILE is written by tests/lockstep/network/play_test.cpp: events, wiring, and the flits in each
// buffer and the credits of each output VC at the begin of each cycle; of packet routers, the flits
// in each router. Ends with status 1 at the first difference.

'use strict';

const fs = require('fs');
const path = require('path');

// The page has its scripts one after the other; so has this.
const folder = path.join(__dirname, '../../sim/studies/page/template');
const scripts = ['play_events.js', 'play_state.js'].map((name) =>
  fs.readFileSync(path.join(folder, name), 'utf8'));
const {Play, STAGE, NONE} = new Function(
  `${scripts.join('')}; return {Play, STAGE, NONE};`)();

function fail(text) {
  console.error(text);
  process.exit(1);
}

// Numbers by turns: key, value.
function pairs(list) {
  const map = new Map();
  for (let i = 0; i < list.length; i += 2) map.set(list[i], list[i + 1]);
  return map;
}

// Every buffer in every cycle.
function compareBuffers(play, run) {
  let flits = 0;
  run.buffers.forEach((filled, t) => {
    const expected = pairs(filled);
    play.occupancy(t, run.components).forEach((found, index) => {
      if (found !== (expected.get(index) || 0)) {
        const vc = index % run.vcs;
        const port = Math.floor(index / run.vcs) % play.ports;
        fail(`cycle ${t}, component ${Math.floor(index / run.vcs / play.ports)}, input port ` +
          `${port}, VC ${vc}: found ${found} flits, the run has ${expected.get(index) || 0}`);
      }
      flits += found;
    });
  });
  if (flits === 0) fail('no buffer ever held a flit: nothing was compared');
  return flits;
}

// Every packet router in every cycle: what came by its input ports and has not left.
function compareRouters(play, run) {
  let flits = 0;
  run.inside.forEach((inside, t) => {
    const found = new Int32Array(run.components);
    play.occupancy(t, run.components).forEach((count, index) => {
      found[Math.floor(index / run.vcs / play.ports)] += count;
    });
    inside.forEach((expected, router) => {
      if (found[router] !== expected) {
        fail(`cycle ${t}, router ${router}: found ${found[router]} flits, the run has ${expected}`);
      }
      flits += expected;
    });
  });
  if (flits === 0) fail('no router ever held a flit: nothing was compared');
  return flits;
}

// The credits of every output VC in every cycle.
function compareCredits(play, run) {
  run.credits.forEach((spent, t) => {
    const expected = pairs(spent);
    for (const [key, list] of play.line) {
      if (play.stage.kind[list[0]] === STAGE.injection) continue;
      const found = Math.min(play.credits(key, t), play.depthOf(list[0]));
      const right = expected.get(key) ?? play.depthOf(list[0]);
      if (found !== right) {
        fail(`cycle ${t}, component ${play.stage.component[list[0]]}, output port ` +
          `${play.stage.port[list[0]]}, VC ${play.stage.vc[list[0]]}: found ${found} credits, ` +
          `the run has ${right}`);
      }
    }
  });
}

// What is said of a wait is true: who goes is gone in the next cycle, and nobody else is.
function checkWaits(play, run) {
  const reasons = {};
  for (let t = 0; t + 1 < run.cycles; ++t) {
    play.eachOpen(t, (s) => {
      if (play.stage.kind[s] === STAGE.sink || play.buffered(s, t) <= 0) return;
      const wait = play.wait(s, t);
      reasons[wait.why] = (reasons[wait.why] || 0) + 1;
      const moves = play.gone(s, t + 1) > play.gone(s, t);
      if (moves !== (wait.why === 'goes') && wait.why !== 'sink') {
        fail(`cycle ${t}, stage ${s}: ${wait.why}, but it ${moves ? 'moves' : 'stays'}`);
      }
      if (play.chain(s, t).list.length === 0) fail(`cycle ${t}, stage ${s}: an empty chain`);
    });
  }
  return reasons;
}

const run = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const play = new Play(run.play, run.channels, run.vcs, run.depth);
if (play.packet.first.every((s) => s === NONE)) fail('no packet was injected');
const flits = play.hasPacketRouters ? compareRouters(play, run) : compareBuffers(play, run);
if (!play.hasPacketRouters) compareCredits(play, run);
const reasons = checkWaits(play, run);
console.log(`${play.packets} packets, ${run.cycles} cycles, ${flits} flits in buffers; ` +
  `waits: ${JSON.stringify(reasons)}`);
