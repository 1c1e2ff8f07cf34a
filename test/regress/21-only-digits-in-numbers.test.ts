// A number that was none reached a shell and a dial plan elsewhere: the type was never checked.
import { expect, test } from 'vitest'
import { makeClient } from '#db/database.ts'
import { freshDatabase } from '../support/database.ts'

test('the database itself refuses a prefix that is not made of digits', async () => {
  const { url, close } = await freshDatabase()
  const client = makeClient(url, 'test')
  await client.connect()
  try {
    const { rows } = await client.query(`select c.table_name || '.' || c.column_name as place,
        c.domain_name is not distinct from 'number_prefix'
        or exists (select 1 from information_schema.constraint_column_usage u
          join information_schema.check_constraints k using (constraint_schema, constraint_name)
          where u.table_name = c.table_name and u.column_name = c.column_name
            and k.check_clause ~ '~ ') as has_check
      from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.column_name ~ '(^|_)prefix$' and c.data_type = 'text'
        and c.table_name !~ '^(call_|recalled_call_|open_call|routing_log|traffic|api_token)'`)
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.filter(({ has_check }) => !has_check)).toEqual([])
    await expect(client.query("select '4a'::number_prefix")).rejects.toThrow('number_prefix')
  } finally {
    await client.end()
    await close()
  }
})
