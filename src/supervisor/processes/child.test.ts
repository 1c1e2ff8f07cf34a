import { expect, test } from 'vitest'
import { needsRoot } from '#test/support/needs.ts'
import { runChild } from './child.ts'
import { serviceUser } from './system-user.ts'

test(
  'a process of the product runs without the group of an embedded database',
  needsRoot,
  async () => {
    const user = { ...serviceUser('engine'), groups: [] }
    expect(await runChild({ program: 'id', args: ['-G'], user })).toBe(`${user.gid}\n`)
  },
)
