/** A package at its place in `node_modules`. */
interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface Manifest extends LockedPackage {
  readonly name: string;
  readonly version: string;
}

/**
 * The part of a lock that a manifest reaches. What is there only because development has it as well, such as optional peers
 * of a package, is left out.
 */
export function lockedForProduction({ lockfileVersion, packages }: Lock, manifest: Manifest): object {
  const kept = new Set<string>();
  const next: [at: string, of: LockedPackage][] = [['', manifest]];
  for (let found = next.pop(); found !== undefined; found = next.pop()) {
    const [at, { dependencies, optionalDependencies }] = found;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = placesOf(name, at).find((place) => packages[place] !== undefined);
      const locked = path === undefined ? undefined : packages[path];
      if (path === undefined || locked === undefined || kept.has(path)) continue;
      kept.add(path);
      next.push([path, locked]);
    }
  }
  const locked = Object.fromEntries([...kept].sort().map((path) => [path, packages[path]]));
  const { name, version } = manifest;
  return { name, version, lockfileVersion, requires: true, packages: { '': manifest, ...locked } };
}

/** Where a package is sought that is used at a place, the nearest first. */
function placesOf(name: string, at: string): readonly string[] {
  const folders = at.split('/node_modules/');
  const above = folders.map((_, index) => folders.slice(0, folders.length - index).join('/node_modules/'));
  return [...above, ''].map((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
}
