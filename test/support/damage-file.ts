import type { Chance } from './random.ts'

/** A sound file with some of its bytes, letters or cells replaced, added, repeated or cut off. */
export function damageFile(file: Buffer, chance: Chance, nasty: readonly string[]): Buffer {
  let damaged = file
  for (let count = chance.whole(1, 6); count > 0; count -= 1) {
    const at = chance.whole(0, damaged.length)
    const [before, after] = [damaged.subarray(0, at), damaged.subarray(at)]
    const kind = chance.whole(0, 4)
    if (kind === 0) damaged = Buffer.concat([before, Buffer.from(chance.pick(nasty)), after])
    else if (kind === 1) damaged = Buffer.concat([before, after.subarray(chance.whole(1, 9))])
    else if (kind === 2)
      damaged = Buffer.concat([before, Buffer.from([chance.whole(0, 255)]), after])
    else if (kind === 3) damaged = Buffer.concat([before, before.subarray(-50), after])
    else if (chance.whole(0, 9) === 0) damaged = before
  }
  return damaged
}
