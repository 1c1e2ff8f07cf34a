// The login page as users of the brand see it, while its fields are changed.
import { SegmentedControl } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import type { Brand } from '#contract/accounts/brands.ts'
import { tokensOf } from '../ui/theme/tokens.ts'
import styles from './Brand.module.css'

type Shown = Pick<
  Brand,
  'title' | 'domain' | 'colors' | 'logo' | 'dark_logo' | 'support_email' | 'terms_url' | 'inherited'
>

/** Each part as the page will have it; the logos together. */
function partsOf({ inherited, ...own }: Shown, isDark: boolean) {
  const { logo, dark_logo } = own.logo === null ? inherited : own
  return {
    title: own.title ?? inherited.title ?? own.domain ?? '',
    logo: (isDark && dark_logo) || logo,
    links: [
      (own.support_email ?? inherited.support_email) && 'Support',
      (own.terms_url ?? inherited.terms_url) && 'Terms',
    ].filter(Boolean),
  }
}

const HEX = /^#[0-9a-f]{6}$/i

export function BrandPreview({ brand }: { brand: Shown }) {
  const [scheme, setScheme] = useState('light')
  const isDark = scheme === 'dark'
  const { colors, inherited } = brand
  // One that is being typed is not one yet.
  const isWhole = colors !== null && Object.values(colors).every((color) => HEX.test(color))
  const tokens = tokensOf(isWhole ? colors : inherited.colors, isDark)
  const { title, logo, links } = partsOf(brand, isDark)
  const page: CSSProperties = {
    background: tokens.background,
    color: tokens.foreground,
    borderColor: tokens.border,
  }
  const input: CSSProperties = { borderColor: tokens.control_border }
  const { solid, on, text } = tokens.accents.primary
  return (
    <figure className={styles.preview} aria-label="Preview of the login page">
      <figcaption>
        <span className="muted">Preview</span>
        <SegmentedControl
          aria-label="Preview in"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={scheme}
          onChange={setScheme}
        />
      </figcaption>
      <div className={styles.page} style={page}>
        <div className={styles.brand}>
          {logo && <img src={logo} alt="" />}
          <b>{title}</b>
        </div>
        <strong>Client Login</strong>
        <span>Username</span>
        <i style={input} />
        <span>Password</span>
        <i style={input} />
        <span className={styles.button} style={{ background: solid, color: on }}>
          Login
        </span>
        {links.length > 0 && <span style={{ color: text }}>{links.join(' · ')}</span>}
      </div>
    </figure>
  )
}
