// The same mail in HTML: tables and colours in the elements, as mail programs know little else.
import { escapeHtml } from '../escape-html.ts'
import {
  type Look,
  linesOf,
  type MessageLine,
  moreThan,
  whySentence,
  zoneSentence,
} from './message.ts'
import type { Severity } from './topics.ts'

const COLORS: Readonly<Record<Severity, string>> = {
  CRITICAL: '#b00020',
  WARNING: '#8a5300',
  INFO: '#1a5a96',
}
const CLEARED = '#1b6e2e'
const FONT = 'font-family:Arial,Helvetica,sans-serif'
export const TEXT = `${FONT};font-size:15px;line-height:22px;color:#111111`
export const SMALL = `${FONT};font-size:12px;line-height:18px;color:#555555`

function rowOf({ label, severity, subject_name, sentence, time }: MessageLine): string {
  const color = label === 'Cleared' ? CLEARED : COLORS[severity]
  const about = subject_name && `<b>${escapeHtml(subject_name)}</b>: `
  return `<tr><td style="padding:12px 24px;border-bottom:1px solid #e5e5e5;${FONT}">
<div style="font-size:12px;line-height:18px;font-weight:bold;color:${color}">
${escapeHtml(label)}</div>
<div style="font-size:15px;line-height:22px;color:#111111">${about}${escapeHtml(sentence)}</div>
<div style="font-size:12px;line-height:18px;color:#555555">${escapeHtml(time)}</div></td></tr>`
}

const linkTo = (url: string, text: string): string =>
  url === '' ? '' : ` <a href="${escapeHtml(url)}" style="color:#1a5a96">${text}</a>`

/** A page with the title of the sender in its colours, and the rows below it. */
export function mailFrame(
  { title, primary, primaryText }: Pick<Look, 'title' | 'primary' | 'primaryText'>,
  rows: string,
): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:#f2f2f2">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f2f2">
<tr><td align="center" style="padding:16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0"
 style="width:100%;max-width:600px;background:#ffffff">
<tr><td style="padding:16px 24px;background:${escapeHtml(primary)};${FONT};font-size:18px;
line-height:26px;font-weight:bold;color:${escapeHtml(primaryText)}">${escapeHtml(title)}</td></tr>
${rows}
</table></td></tr></table></body></html>
`
}

export function htmlOf(events: Parameters<typeof linesOf>[0], look: Look): string {
  const { console_url, unsubscribe_url } = look
  const more = moreThan(events)
  const rows = linesOf(events, look).map(rowOf).join('\n')
  const links = linkTo(console_url, 'Open the console') + linkTo(unsubscribe_url, 'Unsubscribe')
  return mailFrame(
    look,
    `${rows}
<tr><td style="padding:16px 24px;${SMALL}">${more}${more && '<br>'}
${escapeHtml(zoneSentence(look))} ${escapeHtml(whySentence(look))}${links}</td></tr>`,
  )
}
