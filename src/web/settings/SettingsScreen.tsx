// Settings: everyone's own password, sessions and looks; for an admin also those of the system.
import { SegmentedControl } from '@mantine/core'
import { getSettings } from '#contract/settings.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { setScheme, useScheme } from '../session/scheme.ts'
import { useMay } from '../session/session.ts'
import type { Scheme } from '../storage/vault.ts'
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
      <Section title="Appearance" help="This browser only.">
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
      <Section title="Password" help="Signs out your other sessions.">
        <Wide>
          <PasswordSection />
        </Wide>
      </Section>
      <Section title="Sessions" help="Devices logged in with your account.">
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
            help="Used for all times in the console and for the days of reports."
          >
            <TimeZoneSection key={found.timezone} timezone={found.timezone} />
          </Section>
          <Section title="Calls and money" help="Balance reservation and call limits.">
            <Wide>
              <GeneralSection settings={found} />
            </Wide>
          </Section>
          <Section
            title="New retail clients"
            help="Default limit against toll fraud. Can be changed per client."
          >
            <Wide>
              <NewClientsSection settings={found} />
            </Wide>
          </Section>
          <Section
            title="Auth failures"
            help="IP addresses with too many failures are banned for a time; log entries expire."
          >
            <Wide>
              <SecuritySection settings={found} />
            </Wide>
          </Section>
          <Section
            title="Theme colours"
            help="For all users. Low-contrast pairs are corrected automatically."
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
