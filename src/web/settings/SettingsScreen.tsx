// Settings: everyone's own password, sessions and looks; for an admin also those of the system.
import { SegmentedControl } from '@mantine/core'
import { getSettings } from '#contract/settings.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { setScheme, useScheme } from '../session/scheme.ts'
import { useMay } from '../session/session.ts'
import type { Scheme } from '../session/vault.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { NewClientsSection } from './NewClientsSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { ThemeColorsSection } from './ThemeColorsSection.tsx'
import { TimeZoneSection } from './TimeZoneSection.tsx'

export default function SettingsScreen() {
  const maySee = useMay('settings.view')
  const scheme = useScheme()
  return (
    <div className="page-scroll" style={{ gap: 0 }}>
      <div className="page-title">
        <h1>Settings</h1>
      </div>
      <Section title="Appearance" help="For this browser.">
        <SegmentedControl
          aria-label="Appearance"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={scheme}
          onChange={(next) => setScheme(next as Scheme)}
        />
      </Section>
      <Section title="Password" help="A change ends all other sessions of yours.">
        <Wide>
          <PasswordSection />
        </Wide>
      </Section>
      <Section title="Sessions" help="Where you are logged in.">
        <Wide>
          <SessionsSection />
        </Wide>
      </Section>
      {maySee && <SystemSettings />}
    </div>
  )
}

function SystemSettings() {
  const settings = useOne(getSettings, {})
  return (
    <Loaded query={settings}>
      {(found) => (
        <>
          <Section
            title="Time zone"
            help="In which the console shows times, and in which reports count days."
          >
            <TimeZoneSection key={found.timezone} timezone={found.timezone} />
          </Section>
          <Section
            title="Calls and money"
            help="How much is reserved for a call when it starts, and how long one may last."
          >
            <Wide>
              <GeneralSection settings={found} />
            </Wide>
          </Section>
          <Section
            title="New retail clients"
            help="So that a stolen password costs little. Each client can have another limit."
          >
            <Wide>
              <NewClientsSection settings={found} />
            </Wide>
          </Section>
          <Section
            title="Auth failures"
            help="Addresses that fail too often are banned for a while; the log forgets them."
          >
            <Wide>
              <SecuritySection settings={found} />
            </Wide>
          </Section>
          <Section
            title="Theme colours"
            help="For everybody. A pair that cannot be read is repaired where it is shown."
          >
            <Wide>
              <ThemeColorsSection colors={found.theme_colors} />
            </Wide>
          </Section>
        </>
      )}
    </Loaded>
  )
}
