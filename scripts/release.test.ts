import { expect, test } from 'vitest';
import { releaseChangelog } from './release.ts';

test('a release takes the unreleased changes of the changelog, and leaves a place for the next', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 (2026-12-01)\n\n- Old.\n';
  const released = releaseChangelog(text, '0.2.0', '2027-01-31');
  expect(released).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2027-01-31)\n\n- New.\n\n## 0.1.0 (2026-12-01)\n\n- Old.\n',
  );
  expect(() => releaseChangelog(released, '0.3.0', '2027-02-28')).toThrow('no changes under "## Unreleased"');
});
