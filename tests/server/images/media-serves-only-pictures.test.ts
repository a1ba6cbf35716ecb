/** Which files of the media folder the site serves. */
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { createTestClub } from '../../support/test-club.ts';

const folders: string[] = [];
afterAll(() => removeDirs(...folders));
const tracked = (folder: string) => {
  folders.push(folder);
  return folder;
};

test('/media serves pictures of the folder only: no dot files, links, pipes or other types', async () => {
  const dataDir = tracked(createDataDir({ bookings: 3, receipts: 0 }));
  const media = join(dataDir, 'media');
  mkdirSync(join(media, 'courts/.hidden'), { recursive: true });
  const outside = tracked(makeTempDir());
  for (const path of [
    join(media, 'a.webp'),
    join(media, 'courts/b.jpg'),
    join(media, '.secret.png'),
    join(media, 'courts/.hidden/c.png'),
    join(media, 'page.html'),
    join(media, 'club.db'),
    join(media, 'padel-club-20261121-050000.tar.zst'),
    join(media, 'a.webp.part'),
    join(outside, 'd.png'),
  ]) {
    writeFileSync(path, 'content');
  }
  symlinkSync(join(outside, 'd.png'), join(media, 'link.png'));
  symlinkSync(outside, join(media, 'folder'));
  symlinkSync('a.webp', join(media, 'near.webp'));
  Bun.spawnSync(['mkfifo', join(media, 'pipe.png')]);
  const club = await createTestClub({ dataDir });
  const get = async (path: string) => [path, (await club.get(`/media/${path}`)).status];
  for (const path of ['a.webp', 'courts/b.jpg']) expect(await get(path)).toEqual([path, 200]);
  for (const path of [
    ...[
      '.secret.png',
      '%2esecret.png',
      'courts/.hidden/c.png',
      'page.html',
      'page',
      'club.db',
      'a.webp.part',
    ],
    ...[
      'padel-club-20261121-050000.tar.zst',
      'link.png',
      'folder/d.png',
      'near.webp',
      'pipe.png',
      'courts',
      '',
    ],
  ]) {
    expect(await get(path)).toEqual([path, 404]);
  }
  await club.close();
});
