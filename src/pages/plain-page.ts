interface PlainLink {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

export interface PlainPage {
  readonly title: string;
  readonly text: string;
  readonly links?: readonly PlainLink[];
  /** In HTML, below the links. */
  readonly more?: string;
}

/**
 * A page without scripts, which does not depend on the build. Nothing in it may come from a request, since it is not escaped.
 * @param nonce for its style
 * @param basePath of the service, for its icon
 */
export function plainPage(page: PlainPage, nonce: string, basePath: string): string {
  const { title, text, links = [], more = '' } = page;
  const items = links.map(
    (link) => `<li><a href="${link.href}">${link.title}</a><span>${link.text}</span></li>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title === 'Inlay' ? title : `${title} · Inlay`}</title>
    <link rel="icon" href="${basePath}/favicon.ico" />
    <style nonce="${nonce}">${style}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
      ${items.length === 0 ? '' : `<ul>${items.join('')}</ul>`}
      ${more}
    </main>
  </body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fff, #242424); color: light-dark(#1b1d22, #c9c9c9); }
main { max-width: 640px; margin: 0 auto; padding: min(16vh, 120px) 20px 40px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.25; }
p { margin: 0 0 24px; }
ul { display: grid; gap: 12px; margin: 0 0 24px; padding: 0; list-style: none; }
li { padding: 14px 18px; border: 1px solid light-dark(#dee2e6, #424242); border-radius: 12px; }
a { color: light-dark(#364fc7, #91a7ff); font-weight: 600; text-decoration: none; }
a:hover { text-decoration: underline; }
span { display: block; color: light-dark(#5c636a, #a6a6a6); font-size: 14px; }
code { font: 14px ui-monospace, monospace; overflow-wrap: anywhere; }
`;
