// /etc/softswitch.env: the environment variables of the service, a line for each. systemd reads it;
// we write the lines that an installation names, and leave all others to the operator.

const HEAD = `# The settings of the soft switch, as README.md lists them. After a change:
# systemctl restart softswitch; after a change of DATA_DIR: npm run install-service.
`

const LINE = /^\s*([A-Z_]+)=(.*)$/

const unquoted = (text: string): string => text.trim().replace(/^(['"])(.*)\1$/, '$2')

export function readEnvironment(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = LINE.exec(line) ?? []
      return name ? [[name, unquoted(value)]] : []
    }),
  )
}

/** As systemd reads it back; what it would change is better written by hand. */
function quoted(name: string, value: string): string {
  if (/^[\w./:@,+-]+$/.test(value)) return value
  if (/^[^'\p{Cc}]+$/u.test(value)) return `'${value}'`
  throw new Error(`${name} has a quote or a control character in it, which cannot be written`)
}

/** The file with these values in it, each in place of the one that it had. */
export function writeVariables(text: string, values: Readonly<Record<string, string>>): string {
  const kept = (text.trim() || HEAD)
    .trim()
    .split('\n')
    .filter((line) => !((LINE.exec(line)?.[1] ?? '') in values))
  const written = Object.entries(values).map(([name, value]) => `${name}=${quoted(name, value)}`)
  return `${[...kept, ...written].join('\n')}\n`
}
