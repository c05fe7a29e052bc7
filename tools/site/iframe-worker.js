// Search runs in a worker, which browsers refuse to pages that are opened as files. There a hidden frame takes its place:
// it loads the same script, and is sent messages as a worker is, copied and each on its own. (The generator of the site
// would load a script for this from elsewhere.)
if (location.protocol === 'file:') {
  const send = (data, receiver) => {
    const copy = structuredClone(data);
    setTimeout(() => receiver.onmessage?.({ data: copy }));
  };

  window.Worker = class {
    constructor(address) {
      this.waiting = [];
      this.frame = document.body.appendChild(document.createElement('iframe'));
      this.frame.hidden = true;
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => send(data, this);
      const script = inside.document.createElement('script');
      script.src = new URL(address, location.href);
      script.onerror = (event) => this.onerror?.(event);
      script.onload = () => {
        this.postMessage = (data) => send(data, inside);
        this.waiting.forEach(this.postMessage);
      };
      inside.document.body.append(script);
    }

    postMessage(data) {
      this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
