import { createHash } from 'node:crypto';

/** The style of the page, in it: colours follow the reader's light or dark setting. */
export const docsStyle = `
:root { color-scheme: light dark; --text: #1c2024; --soft: #60646c; --line: #d9d9e0; --back: #fff; --panel: #f6f6f8;
  --link: #0b60c5; --get: #0b7a4b; --post: #0b60c5; --delete: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #edeef0; --soft: #a5a9b1; --line: #363a3f; --back: #111315; --panel: #1a1d20;
    --link: #7ab8ff; --get: #4cc38a; --post: #7ab8ff; --delete: #ff9592; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
nav { padding: 1.5rem; border-bottom: 1px solid var(--line); font-size: .9rem; }
nav ul { list-style: none; margin: .25rem 0 1rem; padding: 0; }
nav a { display: block; padding: .15rem 0; }
nav strong { color: var(--soft); font-weight: 600; }
main { padding: 1.5rem; max-width: 56rem; }
h1 { margin: 0 0 .5rem; }
h2 { margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { margin: 2.5rem 0 .25rem; }
h4 { margin: 1.25rem 0 .25rem; font-size: .95rem; }
code, pre { font-family: ui-monospace, "SFMono-Regular", Consolas, monospace; font-size: .875em; }
code { background: var(--panel); border-radius: 3px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow-x: auto; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.endpoint { font-family: ui-monospace, "SFMono-Regular", Consolas, monospace; font-size: .9rem; overflow-wrap: anywhere; }
.get { color: var(--get); } .post { color: var(--post); } .delete { color: var(--delete); }
.get, .post, .delete { font-weight: 700; }
.soft { color: var(--soft); }
details { margin: .5rem 0; }
summary { cursor: pointer; }
dl { margin: .25rem 0; }
dt { margin-top: .5rem; }
dd { margin: 0 0 0 1.25rem; }
dd p { margin: 0; }
dl dl { border-left: 1px solid var(--line); padding-left: .75rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 2.5rem 3rem 6rem; }
}
`;

/** What a content security policy names it by. */
export const docsStyleHash = `sha256-${createHash('sha256').update(docsStyle).digest('base64')}`;
