// settings.js - the controls, and what they say as a configuration that the program reads too.

'use strict';

// What radix and dimensions may be: [lowest, highest]; one number: that one and no control.
const TOPOLOGIES = {
  mesh: {radix: [2, 16], dimensions: [1, 3], hasAdaptive: true, hasExpress: true},
  torus: {radix: [2, 16], dimensions: [1, 3], hasAdaptive: true, hasExpress: true},
  'torus, one way': {topology: 'torus', lines: ['direction  = "unidirectional"'], radix: [2, 16],
    dimensions: [1, 3]},
  hypercube: {radix: 2, dimensions: [1, 7], hasAdaptive: true},
  ring: {radix: [3, 32], dimensions: 1},
  'full mesh': {topology: 'full_mesh', radix: [3, 16], dimensions: 1},
  butterfly: {radix: [2, 4], dimensions: [2, 4]},
  'flattened butterfly': {topology: 'flattened_butterfly', radix: [2, 6], dimensions: [2, 3]},
  dragonfly: {radix: [2, 4], dimensions: 1},
  'fat tree': {topology: 'fat_tree', radix: [2, 4], dimensions: [2, 3]},
};

const MOST_NODES = 256;  // that a browser draws at a good speed

// Each control: its words and its values. A list of words is a choice, [lowest, highest, step] a
// slider.
const CONTROLS = {
  topology: {name: 'Topology', words: Object.keys(TOPOLOGIES)},
  radix: {name: 'Radix', range: [2, 32, 1]},
  dimensions: {name: 'Dimensions', range: [1, 7, 1]},
  express: {name: 'Express channels', words: ['0', '2', '4', '8'],
    texts: ['none', 'past 2 nodes', 'past 4 nodes', 'past 8 nodes']},
  routing: {name: 'Routing', words: ['auto', 'minimal_adaptive'],
    texts: ['deterministic', 'adaptive']},
  vcs: {name: 'Virtual channels', range: [1, 16, 1]},
  depth: {name: 'Flits in a VC', range: [1, 32, 1]},
  pattern: {name: 'Traffic', words: ['uniform', 'transpose', 'bit_complement', 'bit_reversal',
    'perfect_shuffle', 'tornado', 'neighbour', 'hot_spot']},
  hot: {name: 'Share of hot spot', range: [0.02, 1, 0.02]},
  load: {name: 'Load', range: [0.01, 1, 0.01]},
  length: {name: 'Flits in a packet', range: [1, 32, 1]},
  seed: {name: 'Seed', range: [1, 99, 1]},
};

const DEFAULTS = {topology: 'mesh', radix: 8, dimensions: 2, express: '0', routing: 'auto', vcs: 4,
  depth: 4, pattern: 'uniform', hot: 0.1, load: 0.2, length: 5, seed: 1};

const nodesOf = (radix, dimensions) => radix ** dimensions;

// The settings that are nearest and make sense together.
function sensible(wanted) {
  const settings = {...wanted};
  const kind = TOPOLOGIES[settings.topology];
  for (const key of ['radix', 'dimensions']) {
    const [low, high] = [kind[key]].flat().length === 2 ? kind[key] : [kind[key], kind[key]];
    settings[key] = Math.max(low, Math.min(high, settings[key]));
  }
  while (nodesOf(settings.radix, settings.dimensions) > MOST_NODES) {
    if (Array.isArray(kind.radix) && settings.radix > kind.radix[0]) --settings.radix;
    else --settings.dimensions;
  }
  if (!kind.hasAdaptive || settings.express !== '0') settings.routing = 'auto';
  if (!kind.hasExpress || Number(settings.express) >= settings.radix) settings.express = '0';
  return settings;
}

// What has no meaning here has no control.
function isOffered(key, settings) {
  const kind = TOPOLOGIES[settings.topology];
  if (key === 'radix' || key === 'dimensions') return Array.isArray(kind[key]);
  if (key === 'routing') return kind.hasAdaptive && settings.express === '0';
  if (key === 'express') return kind.hasExpress === true && settings.radix > 2;
  return key !== 'hot' || settings.pattern === 'hot_spot';
}

// The configuration of a run; `load` in place of the settings'.
function configuration(settings, load = settings.load) {
  const kind = TOPOLOGIES[settings.topology];
  const lines = ['[network]', `topology   = "${kind.topology ?? settings.topology}"`,
    `radix      = ${settings.radix}`, `dimensions = ${settings.dimensions}`,
    ...(kind.lines ?? [])];
  if (settings.routing !== 'auto') lines.push(`routing    = "${settings.routing}"`);
  if (settings.express !== '0') lines.push('', '[network.express]', `spacing = ${settings.express}`);
  lines.push('', '[router]', `virtual_channels = ${settings.vcs}`,
    `buffer_depth     = ${settings.depth}`, '', '[traffic]', `pattern = "${settings.pattern}"`,
    `load    = ${load}`, `length  = ${settings.length}`);
  if (settings.pattern === 'hot_spot') lines.push(`hot_fraction = ${settings.hot}`);
  lines.push('', '[run]', 'engine      = "model"', 'warmup      = 500', 'measurement = 2000',
    'max_cycles  = 8000', 'watchdog    = 500', `seed        = ${settings.seed}`);
  return `${lines.join('\n')}\n`;
}
