// @ts-check

const user = new URLSearchParams(location.search).get('user') ?? 'emma';
const status = element('status');
for (const link of document.querySelectorAll('nav a')) {
  if (link.getAttribute('href') === `?user=${user}`) link.setAttribute('aria-current', 'page');
}

/** Our own server knows who is signed in, and asks the service for a session. */
async function getSession() {
  const response = await fetch(`/session?user=${encodeURIComponent(user)}`);
  if (!response.ok) throw new Error(`No session: ${response.status}`);
  const { sessionId } = await response.json();
  return sessionId;
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

/** @param {string} what */
function events(what) {
  return {
    getSession,
    onReady: () => say(`${what} ready`),
    onExpired: () => say(`${what} asked for a new session`),
    /** @param {{ code: string, message: string }} error */
    onError: ({ code, message }) => say(`${what} failed: ${code} ${message}`),
    /** @param {string} question */
    onQuestion: (question) => say(`asked: ${question}`),
  };
}

/** @param {string} text */
function say(text) {
  status.textContent = text;
}

Inlay.mount(element('dashboard'), {
  kind: 'dashboard',
  dashboard: 'sales',
  title: 'Sales dashboard',
  ...events('dashboard'),
});
Inlay.mount(element('chat'), { kind: 'chat', title: 'Ask the analyst', ...events('chat') });
