// model_thread.js - the model in a thread of its own, so that the picture never waits for it.

'use strict';

const THREAD = `
const model = makeModel();
onmessage = async ({data: [configuration, bytes]}) => {
  const call = (await model).ccall;
  postMessage(call('turnpike_page_run', 'string', ['string', 'number'], [configuration, bytes]));
};`;

class ModelThread {
  constructor() {
    const text = byId('model').textContent + THREAD;
    this.worker = new Worker(URL.createObjectURL(new Blob([text], {type: 'text/javascript'})));
    this.waiting = [];
    this.worker.onmessage = ({data}) => this.waiting.shift().resolve(JSON.parse(data));
    this.worker.onerror = (event) => this.waiting.shift()?.reject(new Error(event.message));
  }

  // The run of a configuration (model.cpp), with at most so many bytes of events. Answers come in
  // the order of the calls.
  run(configurationText, bytes) {
    return new Promise((resolve, reject) => {
      this.waiting.push({resolve, reject});
      this.worker.postMessage([configurationText, bytes]);
    });
  }
}
