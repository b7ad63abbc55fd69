// presets.js - examples: what they show, their settings, and other settings to compare them with.

'use strict';

const PRESETS = [
  {name: 'a mesh to begin with', words: 'An 8 x 8 mesh with uniform traffic at a fifth of a flit ' +
    'per node and cycle. Packets move along their row and column. Raise the load and watch the ' +
    'buffers fill.', settings: {}},
  {name: 'head-of-line blocking', words: 'With one virtual channel a packet that waits blocks all ' +
    'packets behind it, also those whose output is free. The other curve has the same 16 flits of ' +
    'buffer in four virtual channels: packets then pass each other, and the network carries more.',
  settings: {vcs: 1, depth: 16, load: 0.36},
  beside: {label: 'four virtual channels of 4 flits', settings: {vcs: 4, depth: 4}}},
  {name: 'deadlock on a ring with one virtual channel', words: 'Every packet holds a buffer and ' +
    'waits for the next one. When the waits close a circle round the ring, nothing moves again; ' +
    'the arrows show the circle. The other curve has a second virtual channel with a dateline.',
  settings: {topology: 'torus, one way', radix: 8, dimensions: 1, vcs: 1, load: 0.3, length: 8},
  beside: {label: 'two virtual channels with a dateline', settings: {vcs: 2}}},
  {name: 'a dateline breaks the circle', words: 'The same ring with two virtual channels. Packets ' +
    'begin on VC 1 and change to VC 0 when they pass the dateline, so the waits never close a ' +
    'circle. Colour by source and watch the two lanes of each buffer.',
  settings: {topology: 'torus, one way', radix: 8, dimensions: 1, vcs: 2, load: 0.3, length: 8},
  beside: {label: 'one virtual channel', settings: {vcs: 1}}},
  {name: 'hot spot', words: 'A tenth of all messages goes to node 0, which takes one flit a cycle. ' +
    'The packets for it fill the buffers on their way there, and then those of other packets too: ' +
    'tree saturation.', settings: {pattern: 'hot_spot', hot: 0.1, load: 0.16},
  beside: {label: 'uniform traffic', settings: {pattern: 'uniform'}}},
  {name: 'express channels', words: 'On a line of 16 nodes an interchange after every fourth node ' +
    'leads to a channel that passes four nodes at once. Messages that go far leave the local ' +
    'channels, and both their latency and the load on the local channels fall.',
  settings: {radix: 16, dimensions: 1, express: '4', load: 0.12},
  beside: {label: 'without express channels', settings: {express: '0'}}},
  {name: 'adaptive against deterministic', words: 'Transpose sends everything across the diagonal. ' +
    'Dimension-order routing uses few of the channels; minimal adaptive routing takes any channel ' +
    'that leads nearer and is free, with an escape layer of virtual channels against deadlock.',
  settings: {routing: 'minimal_adaptive', pattern: 'transpose', vcs: 8, load: 0.25},
  beside: {label: 'deterministic', settings: {routing: 'auto'}}},
];
