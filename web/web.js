// web.js - what happens when a control is moved: a run that plays, and a curve that grows.

'use strict';

const EVENT_BYTES = 3000000;  // of the run that is played
const STEP = 0.05;            // between the loads of a curve
const REFINED = 4;            // loads that are tried between the last steady and the first saturated

const state = {
  point: -1,         // index in DATA.points: the run that is played
  hidden: new Set(),
  settings: {...DEFAULTS},
  change: 0,         // counts changes of the settings: curves of earlier ones are out of date
  playChange: 0,     // the same of the run that is played
  beside: null,      // what an example is compared with: {label, settings that differ}
};
const threads = {play: new ModelThread(), curve: new ModelThread()};

function controlOf(key) {
  const {name, words, texts, range} = CONTROLS[key];
  if (words) {
    const select = html('select', {id: `set-${key}`, onchange: onControl},
      ...words.map((word, i) => html('option', {value: word},
        texts ? texts[i] : word.replaceAll('_', ' '))));
    return html('label', {class: 'word', id: `label-${key}`}, name, select);
  }
  const [min, max, step] = range;
  return html('label', {id: `label-${key}`}, name, html('input', {type: 'range', id: `set-${key}`,
    min, max, step, oninput: onControl}), html('output', {id: `out-${key}`, for: `set-${key}`}));
}

function showSettings() {
  for (const [key, {words}] of Object.entries(CONTROLS)) {
    const range = TOPOLOGIES[state.settings.topology][key];
    if (Array.isArray(range)) [byId(`set-${key}`).min, byId(`set-${key}`).max] = range;
    byId(`label-${key}`).hidden = !isOffered(key, state.settings);
    byId(`set-${key}`).value = String(state.settings[key]);
    if (!words) byId(`out-${key}`).textContent = String(state.settings[key]);
  }
}

function onControl(event) {
  const key = event.target.id.slice('set-'.length);
  const value = CONTROLS[key].words ? event.target.value : Number(event.target.value);
  const before = state.settings;
  state.settings = sensible({...before, [key]: value});
  showSettings();
  clearTimeout(state.timer);
  // A curve holds for every load.
  state.timer = setTimeout(() => (key === 'load' ? playRun() : startAll()), 120);
}

function choosePreset(preset) {
  state.settings = sensible({...DEFAULTS, ...preset.settings});
  byId('preset-words').textContent = preset.words;
  showSettings();
  DATA.curves.splice(0);
  DATA.points.splice(0);
  state.beside = preset.beside ?? null;
  startAll();
}

// ---- The run that is played ----

async function playRun() {
  const change = ++state.playChange;
  const text = configuration(state.settings);
  byId('config').textContent = text;
  const answer = await threads.play.run(text, EVENT_BYTES);
  if (change !== state.playChange) return;
  byId('warning').hidden = !answer.error && !answer.remark && !answer.results.reason;
  byId('warning').textContent = answer.error ?? [answer.results.reason, answer.remark]
    .filter(Boolean).map((line) => `${line[0].toUpperCase()}${line.slice(1)}`).join('\n');
  byId('play-section').hidden = Boolean(answer.error) || !answer.play || !answer.network.strokes;
  byId('tiles').hidden = Boolean(answer.error);
  if (answer.error) return;
  state.point = addPoint(0, answer.results);
  drawTiles(DATA.points[state.point]);
  drawGrown();
  if (byId('play-section').hidden) return;
  loadPlay(answer.play, answer.network);
  byId('play-hint').textContent = `${answer.network.shape}. ${answer.play.cut
    ? `The first ${number(player.play.end)} cycles of the run.` : 'The whole run.'} ${DISCS}`;
  if (!player.isOn) setOn(!window.matchMedia('(prefers-reduced-motion: reduce)').matches);
}

// ---- Curves ----

// The index of the point; a curve has one for each load.
function addPoint(curve, figures) {
  const point = {curve, figures, network: 0};
  const known = DATA.points.findIndex((p) => p.curve === curve &&
    p.figures.config === figures.config);
  if (known >= 0) {
    DATA.points[known] = point;
    return known;
  }
  DATA.points.push(point);
  return DATA.points.length - 1;
}

function drawGrown() {
  const chosen = DATA.points[state.point];
  DATA.points.sort((a, b) => a.curve - b.curve || a.figures.offered - b.figures.offered);
  state.point = DATA.points.indexOf(chosen);
  if (DATA.points.length > 0) drawCurves();
}

// A click on a point of the present curve plays its run.
function choosePoint(index) {
  const {curve, figures} = DATA.points[index];
  if (curve !== 0) return;
  state.settings.load = Number(figures.offered.toFixed(4));
  showSettings();
  playRun();
}

const isSteady = (figures) => figures.status === 'done';

// Loads from low to high until two runs did not end well, then some between the last that did and
// the first that did not.
async function growCurve(curve, settings, change) {
  let steady = 0;
  let worn = null;
  let failed = 0;
  const tryLoad = async (load) => {
    const rounded = Number(load.toFixed(4));
    byId('growth').textContent = `${DATA.curves[curve].label}: load ${rounded} runs`;
    const answer = await threads.curve.run(configuration(settings, rounded), 0);
    if (change !== state.change || answer.error) return null;
    addPoint(curve, answer.results);
    if (isSteady(answer.results)) steady = Math.max(steady, rounded);
    else worn = Math.min(worn ?? rounded, rounded);
    if (answer.results.status === 'deadlock') {
      DATA.curves[curve].label = `${DATA.curves[curve].name}, deadlock at a load of ${worn}`;
    }
    drawGrown();
    return answer.results;
  };
  for (let i = 1; i * STEP <= 1 && failed < 2; ++i) {
    const results = await tryLoad(i * STEP);
    if (!results) return;
    if (!isSteady(results)) ++failed;
  }
  for (let i = 0; i < REFINED && worn !== null; ++i) {
    if (!await tryLoad((steady + worn) / 2)) return;
  }
}

// Curves that follow the settings: the first ones. Kept curves come behind them.
const growing = () => [{label: 'these settings', settings: {}},
  ...(state.beside ? [state.beside] : [])];

async function startAll() {
  const change = ++state.change;
  const curves = growing();
  leavePoints((point) => point.curve >= curves.length);
  state.point = -1;
  curves.forEach(({label}, c) => { DATA.curves[c] = {name: label, label, saturation: null}; });
  playRun();
  for (let c = 0; c < curves.length && change === state.change; ++c) {
    await growCurve(c, sensible({...state.settings, ...curves[c].settings}), change);
  }
  if (change === state.change) byId('growth').textContent = '';
}

function leavePoints(isLeft) {
  const chosen = DATA.points[state.point];
  DATA.points.splice(0, DATA.points.length, ...DATA.points.filter(isLeft));
  state.point = DATA.points.indexOf(chosen);
}

// The present curve stays for comparison, under the next number.
function keepCurve() {
  const name = shortWords(state.settings);
  const kept = DATA.curves.push({name, label: name, saturation: null}) - 1;
  DATA.points.filter((p) => p.curve === 0).forEach((p) => DATA.points.push({...p, curve: kept}));
  drawGrown();
}

function shortWords(settings) {
  const words = [settings.topology, `${settings.radix}-ary ${settings.dimensions}-dimensional`,
    `${settings.vcs} VCs of ${settings.depth}`, settings.pattern.replaceAll('_', ' ')];
  if (settings.express !== '0') words.push(`express channels past ${settings.express}`);
  if (settings.routing !== 'auto') words.push('adaptive');
  return words.join(', ');
}

function forgetCurves() {
  DATA.curves.splice(growing().length);
  leavePoints((point) => point.curve < DATA.curves.length);
  drawGrown();
}

function start() {
  PRESETS.forEach((preset, i) => byId('preset').append(html('option', {value: i}, preset.name)));
  byId('preset').addEventListener('change', (event) =>
    choosePreset(PRESETS[Number(event.target.value)]));
  byId('settings').addEventListener('submit', (event) => event.preventDefault());
  byId('sliders').append(...Object.keys(CONTROLS).map(controlOf));
  byId('keep').addEventListener('click', keepCurve);
  byId('forget').addEventListener('click', forgetCurves);
  darkScheme.addEventListener('change', () => drawGrown());
  preparePlay();
  byId('play-speed').value = '10';
  byId('play-section').hidden = true;
  choosePreset(PRESETS[0]);
}

start();
