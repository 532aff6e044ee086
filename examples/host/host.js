// @ts-check

const query = new URLSearchParams(location.search);
const user = query.get('user') ?? 'emma';
document.documentElement.lang = query.get('lang') ?? navigator.language;
const status = element('status');
/** How this product looks, and what it speaks: the frames look and speak like it. */
const look = {
  locale: document.documentElement.lang,
  theme: { primaryColor: '#0b7285', radius: 4 },
};
/** The dashboard that is shown. @type {ReturnType<typeof Inlay.mount> | undefined} */
let board;
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

/** @param {string | undefined} dashboard without one, all that the user can open @param {string} title */
function show(dashboard, title) {
  board?.remove();
  board = Inlay.mount(element('dashboard'), {
    kind: 'dashboard',
    dashboard,
    title,
    ...look,
    ...events('dashboard'),
  });
}

element('sales').onclick = () => show('sales', 'Sales dashboard');
element('all').onclick = () => show(undefined, 'All dashboards');
show('sales', 'Sales dashboard');
Inlay.mount(element('chat'), {
  kind: 'chat',
  title: 'Ask the analyst',
  ...look,
  ...events('chat'),
  onPin({ name, title }) {
    const open = document.createElement('button');
    open.textContent = `Show “${title}”`;
    open.onclick = () => show(name, title);
    status.replaceChildren(`pinned to “${title}” `, open);
  },
});
