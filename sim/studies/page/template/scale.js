// scale.js - axes and colours.

'use strict';

// Viridis (S. van der Walt, N. Smith): lightness rises evenly, and nobody's eyes confuse it.
const VIRIDIS = [[68, 1, 84], [72, 36, 117], [65, 68, 135], [53, 95, 141], [42, 120, 142],
  [33, 145, 140], [34, 168, 132], [68, 191, 112], [122, 209, 81], [189, 223, 38], [253, 231, 37]];
// Okabe and Ito's colours for categories, those that show on both backgrounds.
const CATEGORIES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#8a8a8a',
  '#b8a500'];

const darkScheme = window.matchMedia('(prefers-color-scheme: dark)');

// Share 0 .. 1 as a colour: the busier, the farther from the background. The ends that would
// vanish in it are left out.
function heat(share) {
  const bounded = Math.max(0, Math.min(1, share));
  const place = darkScheme.matches && !printing ? 0.16 + 0.84 * bounded : 0.9 - 0.9 * bounded;
  const at = place * (VIRIDIS.length - 1);
  const low = Math.min(Math.floor(at), VIRIDIS.length - 2);
  const mix = VIRIDIS[low].map((v, i) => Math.round(v + (at - low) * (VIRIDIS[low + 1][i] - v)));
  return `rgb(${mix.join(',')})`;
}

let printing = false;  // on paper the background is light

// A round number from `value` up.
function roundUp(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const step = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((s) => s * power >= value * 0.99999);
  return Number((step * power).toPrecision(12));
}

function ticks(low, high, about) {
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((s) => s * power >= rough) * power;
  const list = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) {
    list.push(Number((i * step).toPrecision(12)));
  }
  return list;
}

const linear = (low, high, from, to) => (value) =>
  from + (value - low) / (high - low || 1) * (to - from);
