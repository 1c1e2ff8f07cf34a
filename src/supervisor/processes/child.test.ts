import { expect, test } from 'vitest'
import { isRoot, runChild } from './child.ts'
import { serviceUser } from './system-user.ts'

test.skipIf(!isRoot())(
  'a process of the product runs without the group of an embedded database',
  async () => {
    const user = { ...serviceUser('engine'), groups: [] }
    expect(await runChild({ program: 'id', args: ['-G'], user })).toBe(`${user.gid}\n`)
  },
)
