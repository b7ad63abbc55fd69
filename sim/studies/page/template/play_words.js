// play_words.js - where a packet is and why it waits, in words.

'use strict';

function componentWords(component) {
  const name = player.network.names[component];
  if (name.startsWith('router_')) return `router ${component}`;
  return name.replaceAll('_', ' ');
}

function packetWords(packet) {
  const {source, number: name, destination} = player.play.packet;
  return `packet ${name[packet]} from node ${source[packet]} to node ${destination[packet]}`;
}

const shortName = (packet) =>
  `${player.play.packet.source[packet]}:${player.play.packet.number[packet]}`;

function flitsWords(packet) {
  const flits = player.play.packet.flits[packet];
  return flits === 1 ? 'one flit' : `${flits} flits`;
}

// Whose buffer the pins of an output lead to.
function behindWords(component, port) {
  const {play} = player;
  const channel = play.channelAt.get(component * play.ports + port);
  if (channel !== undefined) return componentWords(play.channels[channel][2]);
  const terminal = play.terminalAt.get(component * play.ports + port);
  return `the sink of node ${Math.floor(terminal / play.local)}`;
}

// Why the front flit of a buffer does not move, in words.
function waitWords(wait) {
  const {play} = player;
  const output = `output port ${wait.port} of ${componentWords(wait.component ?? 0)}`;
  const other = (stage) => packetWords(play.stage.packet[stage]);
  switch (wait.why) {
    case 'behind': return `waits in its buffer behind ${other(wait.blocker)}`;
    case 'held': return `waits for VC ${wait.vc} of ${output}, which ${other(wait.holder)} holds`;
    case 'credit':
      return `waits for a credit of VC ${wait.vc} at ${behindWords(wait.component, wait.port)}`;
    case 'granted':
      return `waits for ${output}, which is granted to ${other(wait.taker)} in this cycle`;
    case 'room':
      return `waits to enter: a new packet needs ${play.room} credits of VC ${wait.vc} at ` +
        `${behindWords(wait.component, wait.port)}, and there are ${wait.credits}`;
    case 'slot':
      return `waits for a slot of ${output}, for its turn there, or for room at ` +
        behindWords(wait.component, wait.port);
    case 'offer': return `waits for ${output} to take it on VC ${wait.vc}`;
    case 'selection': return `waits for its virtual channel to be selected for ${output}`;
    case 'goes': return `goes on by ${output}, VC ${wait.vc}, in the next cycle`;
    case 'sink': return 'waits for the sink to consume it';
    default: return 'waits; how it goes on is not in the record';
  }
}

// Where a packet is in cycle t and why, and the stage at which it waits.
function story(packet, t) {
  const {play} = player;
  const p = play.packet;
  if (t < p.queued[packet]) return [`is queued in cycle ${number(p.queued[packet])}`, NONE];
  if (t < p.injected[packet]) {
    let before = 0;
    for (let q = 0; q < packet; ++q) {
      if (p.source[q] === p.source[packet] && t < p.injected[q]) ++before;
    }
    return [`waits in the source queue of node ${p.source[packet]}, ` +
      `${before === 0 ? 'as the first one' : `behind ${before} others`}`, NONE];
  }
  if (t >= p.delivered[packet]) return [`arrived in cycle ${number(p.delivered[packet])}`, NONE];
  const place = play.placeOf(packet, t);
  if (place === NONE) return ['is on its way: no flit waits in a buffer', NONE];
  const [component] = play.receiverOf(place);
  const at = component < 0 ? 'the sink' : componentWords(component);
  const isHead = play.gone(place, t) === 0;
  const first = play.stagesOf(packet).some((s) => play.stage.kind[s] === STAGE.sink &&
    play.passed(s, t) > 0) ? 'Its head has arrived. ' : '';
  const where = play.hasPacketRouters && component >= 0 ? `is in ${at}, which it entered on VC `
    + `${play.stage.vc[place]},` : `is in the buffer of VC ${play.stage.vc[place]} at ${at}`;
  return [`${first}${isHead ? 'Its head' : 'The first flit that is left'} ${where} and ` +
    waitWords(play.wait(place, t)), place];
}

// The packets whose flits have waited longest, for the keys and for who looks for a jam.
function waiting(t) {
  const {play} = player;
  const since = new Map();
  play.eachOpen(t, (s) => {
    const packet = play.stage.packet[s];
    if (play.stage.kind[s] === STAGE.sink || !isShown(packet)) return;
    if (play.placeOf(packet, t) !== s || play.wait(s, t).why === 'goes') return;
    since.set(packet, lastMove(s, t));
  });
  return [...since.entries()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

// The last cycle in which a flit came to the buffer of a stage or left it.
function lastMove(s, t) {
  const {play} = player;
  const gone = play.gone(s, t);
  const arrived = play.arrived(s, t);
  let last = play.times[play.from[s] + arrived - 1];
  const next = play.stage.child[s];
  if (gone > 0) last = Math.max(last, play.times[play.from[next] + gone - 1]);
  return last;
}

function showWords(t) {
  const {play} = player;
  const place = byId('play-words');
  const lines = [];
  for (const {list, since} of circlesNow(t)) {
    lines.push(html('p', {class: 'stuck-words'}, `Deadlock. Since cycle ${number(since)} these ` +
      'packets wait for each other, the last for the first:'), chainList(list, t));
  }
  if (player.followed !== null) {
    const [words, stage] = story(player.followed, t);
    const name = packetWords(player.followed);
    lines.push(html('p', {id: 'play-story'}, html('b', {},
      `${name[0].toUpperCase()}${name.slice(1)} (${flitsWords(player.followed)}): `),
    `${words}.`));
    if (stage !== NONE) {
      const {list, circle} = play.chain(stage, t);
      if (list.length > 1) {
        lines.push(html('p', {class: 'hint'}, circle === NONE
          ? 'Each packet waits for the next one:'
          : 'Each packet waits for the next one, and the last for one of these, in a circle:'),
        chainList(list, t));
      }
    }
    lines.push(html('button', {type: 'button', onclick: () => follow(null)}, 'show all packets'));
  } else if (!player.isOn) {
    const list = waiting(t).filter(([, since]) => since < t).slice(0, 8);
    lines.push(html('p', {class: 'hint'}, list.length === 0 ? 'No packet waits in this cycle.'
      : 'The packets that have waited longest. Follow one to see why:'));
    lines.push(html('ul', {class: 'chain'}, ...list.map(([packet, since]) => html('li', {},
      packetButton(packet), ` for ${number(t - since)} ${t - since === 1 ? 'cycle' : 'cycles'}`))));
  }
  place.replaceChildren(...lines);
}

function chainList(list, t) {
  return html('ol', {class: 'chain'}, ...list.slice(0, 24).map(({stage, wait}) => {
    const {play} = player;
    const [component] = play.receiverOf(stage);
    const packet = play.stage.packet[stage];
    return html('li', {}, packetButton(packet), ` in VC ${play.stage.vc[stage]} at ` +
      `${component < 0 ? 'a sink' : componentWords(component)} ${waitWords(wait)}`);
  }));
}
