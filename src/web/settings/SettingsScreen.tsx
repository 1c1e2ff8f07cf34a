// Settings: everyone's own password, sessions and looks; for an admin also those of the system.
import { SegmentedControl } from '@mantine/core'
import { getSettings } from '#contract/console/settings.ts'
import { HistoryButton } from '../forms/history/History.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { SecondFactorSection } from '../second-factor/SecondFactorSection.tsx'
import { setScheme, useScheme } from '../session/scheme.ts'
import { useMay, useUser } from '../session/session.ts'
import type { Scheme } from '../storage/vault.ts'
import { Section } from '../ui/form/Section.tsx'
import { ApiTokensSection } from './ApiTokensSection.tsx'
import { AccountProfileSection } from './account/AccountProfileSection.tsx'
import { LowBalanceSection } from './account/LowBalanceSection.tsx'
import { StaffSection } from './account/StaffSection.tsx'
import { ConsoleSection } from './ConsoleSection.tsx'
import { DocumentsSection } from './DocumentsSection.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { InvoicesSection } from './InvoicesSection.tsx'
import { LogoField } from './LogoField.tsx'
import { NewClientsSection } from './NewClientsSection.tsx'
import { OwnProfileSection } from './OwnProfileSection.tsx'
import { OwnTimeZoneSection } from './OwnTimeZoneSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { QualitySettingsSection } from './QualitySettingsSection.tsx'
import { RetentionSection } from './retention/RetentionSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import styles from './Settings.module.css'
import { SipPortsSection } from './SipPortsSection.tsx'
import { SipTracesSection } from './SipTracesSection.tsx'
import { ThemeColorsSection } from './ThemeColorsSection.tsx'
import { TimeZoneSection } from './TimeZoneSection.tsx'

const SECURITY_HELP =
  'IP addresses with too many failures are banned for a time. To remove partitions or change ' +
  'rights always needs a login or a confirmation within ten minutes.'

const TOKENS_HELP =
  'Programs use the API in your name, each with its own token. All calls are in ' +
  '/api/openapi.json.'

const PORTS_HELP =
  'A change is tried while active calls continue, and undone unless confirmed within 60 ' +
  'seconds. Gateways see the first listener; its address carries the media.'

export default function SettingsScreen() {
  const maySee = useMay('settings.view')
  const maySeePorts = useMay('sip_ports.view')
  const mayEdit = useMay('own_account.edit')
  const scheme = useScheme()
  const { account_id, type, on_behalf_of } = useUser()
  const isClient = type === 'WHOLESALE' || type === 'RETAIL'
  return (
    <div className="page-scroll" style={{ gap: 0 }}>
      <div className="page-title">
        <h1>Settings</h1>
        {maySee && <HistoryButton of={{ entity: 'setting' }} name="the settings of the switch" />}
      </div>
      <Section title="Profile" help="Your login." wide>
        <OwnProfileSection />
      </Section>
      {on_behalf_of && (
        <p className="muted" role="note">
          Only {on_behalf_of.name} itself changes its company, login and warnings.
        </p>
      )}
      <fieldset className={styles.part} disabled={!mayEdit}>
        {account_id !== null && <AccountProfileSection />}
        {isClient && <LowBalanceSection />}
      </fieldset>
      {(isClient || type === 'SETTLEMENT') && <StaffSection />}
      {on_behalf_of === null && (
        <Section title="Your time zone" help="Times, days and months of your screens and reports.">
          <OwnTimeZoneSection />
        </Section>
      )}
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
      {on_behalf_of === null && <LoginSections />}
      {maySee && <SystemSettings />}
      {maySeePorts && (
        <Section title="SIP ports" help={PORTS_HELP} wide>
          <SipPortsSection />
        </Section>
      )}
    </div>
  )
}

/** The login of the person, which is not that of an account whose portal it sees. */
function LoginSections() {
  return (
    <>
      <Section title="Password" help="Signs out your other sessions." wide>
        <PasswordSection />
      </Section>
      <Section
        title="Second factor"
        help="A code of an app on your phone, beside the password."
        wide
      >
        <SecondFactorSection />
      </Section>
      <Section title="Sessions" help="Devices logged in with your account." wide>
        <SessionsSection />
      </Section>
      <Section title="API tokens" help={TOKENS_HELP} wide>
        <ApiTokensSection />
      </Section>
    </>
  )
}

function SystemSettings() {
  const settings = useOne(getSettings, {})
  return (
    <Loaded query={settings}>
      {(found) => (
        <>
          <Section
            title="Console"
            help="For all users; logo, title and company also before the login."
            wide
          >
            <LogoField />
            <ConsoleSection settings={found} />
          </Section>
          <Section
            title="Documents"
            help="Company and logo are those of the console. A WebP logo is not shown in PDFs."
            wide
          >
            <DocumentsSection settings={found} />
          </Section>
          <Section
            title="Invoices"
            help="{seq:5} counts in five digits; with {year}, again from 1 each year."
            wide
          >
            <InvoicesSection settings={found} />
          </Section>
          <Section
            title="Time zone of the switch"
            help="Of users without their own, of the clock above, and of limits per day or month."
          >
            <TimeZoneSection key={found.timezone} timezone={found.timezone} />
          </Section>
          <Section title="Calls and money" help="Balance reservation and call limits." wide>
            <GeneralSection settings={found} />
          </Section>
          <Section
            title="New retail clients"
            help="Default limit against toll fraud. Can be changed per client."
            wide
          >
            <NewClientsSection settings={found} />
          </Section>
          <Section title="Security" help={SECURITY_HELP} wide>
            <SecuritySection settings={found} />
          </Section>
          <Section
            title="Gateway quality"
            help="Compares gateways with the limits, period and minimum calls of their forms."
            wide
          >
            <QualitySettingsSection settings={found} />
          </Section>
          <Section
            title="Retention"
            help="Older ones are removed within an hour. Balances and reports stay."
            wide
          >
            <RetentionSection settings={found} />
          </Section>
          <Section
            title="SIP traces"
            help="Copies of the stored SIP messages go there by HEP over UDP, secrets masked."
            wide
          >
            <SipTracesSection settings={found} />
          </Section>
          <Section
            title="Theme colours"
            help="For all users. Low-contrast pairs are corrected automatically."
            wide
          >
            <ThemeColorsSection colors={found.theme_colors} />
          </Section>
        </>
      )}
    </Loaded>
  )
}
