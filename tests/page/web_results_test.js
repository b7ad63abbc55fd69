// web_results_test.js - the model in the page against the program: the same figures for the same
// configuration and seed.
//
//   node web_results_test.js MODEL.js TURNPIKE
//
// Every example of the page, what it is compared with, every topology and three seeds. Ends with
// status 1 at the first difference.

'use strict';

const assert = require('assert');
const {spawnSync} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const [modelFile, program] = process.argv.slice(2).map((name) => path.resolve(name));
const folder = path.join(__dirname, '../../web');
const scripts = ['settings.js', 'presets.js'].map((name) =>
  fs.readFileSync(path.join(folder, name), 'utf8'));
const {PRESETS, DEFAULTS, TOPOLOGIES, sensible, configuration} = new Function(
  `${scripts.join('')}; return {PRESETS, DEFAULTS, TOPOLOGIES, sensible, configuration};`)();

// The controls of every run.
function everySetting() {
  const list = PRESETS.flatMap(({settings, beside}) => [settings, {...settings,
    ...beside?.settings}]);
  for (const topology of Object.keys(TOPOLOGIES)) {
    list.push({topology, radix: 4}, {topology, radix: 3, load: 0.4, seed: 7});
  }
  for (const seed of [2, 3, 99]) list.push({seed, load: 0.5, pattern: 'bit_reversal'});
  return list.map((settings) => sensible({...DEFAULTS, ...settings}));
}

// What `turnpike run --json` prints.
function ranByProgram(file, text) {
  fs.writeFileSync(file, text);
  const run = spawnSync(program, ['run', file, '--allow-deadlock', '--json'], {encoding: 'utf8'});
  return {status: run.status, results: run.stdout === '' ? null : JSON.parse(run.stdout),
    error: run.stderr};
}

// The hash of program and files has no meaning in a page, and the name is that of the file.
function figures(results) {
  const {inputs, name, ...rest} = results;
  return rest;
}

// A slip is refused in the same words, but for the name of the file.
function compareRefusal(call, file) {
  const text = configuration(DEFAULTS).replace('radix      = 8', 'radix      = 1');
  const native = ranByProgram(file, text);
  const {error} = call(text);
  assert.strictEqual(native.status, 2);
  const words = error.replace('configuration:', '');
  assert.ok(words.includes("'network.radix': found 1") && native.error.includes(words),
    `the page says: ${error}; the program: ${native.error}`);
}

async function main() {
  const model = await require(modelFile)();
  const call = (text, bytes = 0) => JSON.parse(model.ccall('turnpike_page_run', 'string',
    ['string', 'number'], [text, bytes]));
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'web_results_'));
  const file = path.join(work, 'page.toml');
  const seen = new Set();
  const settings = everySetting();
  let runs = 0;
  for (const each of settings) {
    const text = configuration(each);
    const native = ranByProgram(file, text);
    const page = call(text, runs % 3 === 0 ? 100000 : 0);  // hearing events changes nothing
    if (native.results === null) {
      assert.ok(page.error, `${text}: the program refuses it: ${native.error}`);
      continue;
    }
    assert.ok(!page.error, `${text}: ${page.error}`);
    assert.deepStrictEqual(figures(page.results), figures(native.results), text);
    seen.add(JSON.stringify(figures(page.results)));
    ++runs;
  }
  compareRefusal(call, file);
  fs.rmSync(work, {recursive: true});
  assert.ok(runs >= 30 && seen.size >= 25, `${runs} runs with ${seen.size} results`);
  console.log(`${runs} runs, ${seen.size} different: as the program's`);
}

main().catch((error) => {
  console.error(error.message ?? error);
  process.exit(1);
});
