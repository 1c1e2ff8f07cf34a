// The columns as TypeScript sees them; spelling and meaning are those of migrations/*.sql.
import type {
  AccountBalanceTable,
  AccountTable,
  AddressRequestTable,
  BrandImageTable,
  BrandTable,
  ClientIpTable,
  ClientTable,
  ErasureTable,
  RegistrationTable,
  ResellerPlanTable,
  ResellerTable,
  SettlementTable,
  SipUserTable,
} from './tables/accounts.ts'
import type {
  AlarmRuleTable,
  AlarmSnoozeTable,
  AlarmTable,
  BellMarkTable,
} from './tables/alarms.ts'
import type { RecallTable } from './tables/archive.ts'
import type {
  InvoiceLineTable,
  InvoicePaymentTable,
  InvoiceProfileTable,
  InvoiceTable,
  LedgerEntryTable,
  NettingTable,
  PackagePeriodTable,
  PackageSubscriptionTable,
  PackageTable,
  PaymentTable,
  ReconciliationNoteTable,
  ReconciliationTable,
} from './tables/billing.ts'
import type {
  CallChargeTable,
  CallRecordTable,
  LimitCounterTable,
  LimitHitTable,
  OpenCallTable,
  ReRatingTable,
  RoutingLogTable,
  SipMessageTable,
} from './tables/calls.ts'
import type { ExportJobTable, ExportPartTable } from './tables/exports.ts'
import type {
  BackupStoreTable,
  BanTable,
  BaseBackupTable,
  CountryFileTable,
  FirewallHitTable,
  FirewallNetworkTable,
  FirewallZoneTable,
  LogoTable,
  MachineSampleTable,
  MachineTaskTable,
  NodeJoinTable,
  NodeTable,
  PartitionRemovalTable,
  ProcessStateTable,
  RestoreTestTable,
  SettingTable,
} from './tables/machine.ts'
import type {
  BouncedAddressTable,
  MailServerTable,
  NotificationAttachmentTable,
  NotificationAttemptTable,
  NotificationDeliveryTable,
  NotificationEventTable,
  NotificationOptOutTable,
  NotificationRuleTable,
  NotificationWebhookTable,
} from './tables/notifications.ts'
import type {
  ActivityLogTable,
  ApiTokenTable,
  AuthFailureTable,
  BulkChangeTable,
  BulkChangeThingTable,
  CaptchaUsedTable,
  ConsoleUserTable,
  LoginLimitTable,
  PermissionGroupTable,
  RecoveryCodeTable,
  SavedViewTable,
  SecondFactorTable,
  SessionTable,
  UserPermissionGroupTable,
} from './tables/people.ts'
import type { RecordConsumerTable, RecordDeliveryTable } from './tables/record-feed.ts'
import type { CallRecordingTable, RecordingRuleTable } from './tables/recordings.ts'
import type {
  FailoverPolicyTable,
  GatewayGroupMemberTable,
  GatewayGroupTable,
  GatewayStateTable,
  GatewayTable,
  NumberListItemTable,
  NumberListTable,
  RoutePlanTable,
  RouteRuleTable,
  RouteTargetTable,
  TimeWindowTable,
  TranslationTable,
  TunnelTable,
} from './tables/routing.ts'
import type { TraceRuleTable } from './tables/sip-traces.ts'
import type {
  CodeDeckEntryTable,
  CurrencyTable,
  PriceNotificationRecipientTable,
  PriceNotificationTable,
  RateImportTable,
  TariffMarkupChangeTable,
  TariffMarkupTable,
  TariffRateTable,
  TariffTable,
} from './tables/tariffs.ts'

export interface Tables {
  setting: SettingTable
  change_number: { subject: string; number: number }
  process_state: ProcessStateTable
  machine_sample: MachineSampleTable
  machine_task: MachineTaskTable
  backup_store: BackupStoreTable
  base_backup: BaseBackupTable
  restore_test: RestoreTestTable
  node: NodeTable
  node_join: NodeJoinTable
  account: AccountTable
  account_balance: AccountBalanceTable
  console_user: ConsoleUserTable
  permission_group: PermissionGroupTable
  user_permission_group: UserPermissionGroupTable
  session: SessionTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  api_token: ApiTokenTable
  saved_view: SavedViewTable
  export_job: ExportJobTable
  export_part: ExportPartTable
  recall: RecallTable
  bulk_change: BulkChangeTable
  bulk_change_thing: BulkChangeThingTable
  logo: LogoTable
  captcha_used: CaptchaUsedTable
  login_limit: LoginLimitTable
  activity_log: ActivityLogTable
  auth_failure: AuthFailureTable
  currency: CurrencyTable
  tariff: TariffTable
  tariff_rate: TariffRateTable
  client: ClientTable
  erasure: ErasureTable
  sip_user: SipUserTable
  registration: RegistrationTable
  ban: BanTable
  firewall_zone: FirewallZoneTable
  firewall_network: FirewallNetworkTable
  firewall_hit: FirewallHitTable
  country_file: CountryFileTable
  reseller: ResellerTable
  reseller_plan: ResellerPlanTable
  brand: BrandTable
  brand_image: BrandImageTable
  settlement: SettlementTable
  address_request: AddressRequestTable
  client_ip: ClientIpTable
  package: PackageTable
  package_subscription: PackageSubscriptionTable
  package_period: PackagePeriodTable
  failover_policy: FailoverPolicyTable
  record_consumer: RecordConsumerTable
  trace_rule: TraceRuleTable
  recording_rule: RecordingRuleTable
  record_delivery: RecordDeliveryTable
  tunnel: TunnelTable
  gateway: GatewayTable
  gateway_state: GatewayStateTable
  gateway_group: GatewayGroupTable
  gateway_group_member: GatewayGroupMemberTable
  route_plan: RoutePlanTable
  route_rule: RouteRuleTable
  route_target: RouteTargetTable
  time_window: TimeWindowTable
  number_list: NumberListTable
  number_list_item: NumberListItemTable
  translation: TranslationTable
  code_deck_entry: CodeDeckEntryTable
  open_call: OpenCallTable
  limit_counter: LimitCounterTable
  limit_hit: LimitHitTable
  call_record: CallRecordTable
  call_charge: CallChargeTable
  routing_log: RoutingLogTable
  sip_message: SipMessageTable
  call_recording: CallRecordingTable
  invoice: InvoiceTable
  invoice_line: InvoiceLineTable
  invoice_payment: InvoicePaymentTable
  invoice_profile: InvoiceProfileTable
  ledger_entry: LedgerEntryTable
  re_rating: ReRatingTable
  price_notification: PriceNotificationTable
  price_notification_recipient: PriceNotificationRecipientTable
  rate_import: RateImportTable
  tariff_markup: TariffMarkupTable
  tariff_markup_change: TariffMarkupChangeTable
  netting: NettingTable
  reconciliation: ReconciliationTable
  reconciliation_note: ReconciliationNoteTable
  partition_removal: PartitionRemovalTable
  payment: PaymentTable
  notification_event: NotificationEventTable
  alarm_rule: AlarmRuleTable
  alarm: AlarmTable
  alarm_snooze: AlarmSnoozeTable
  bell_mark: BellMarkTable
  notification_rule: NotificationRuleTable
  notification_webhook: NotificationWebhookTable
  notification_delivery: NotificationDeliveryTable
  notification_attachment: NotificationAttachmentTable
  notification_attempt: NotificationAttemptTable
  notification_opt_out: NotificationOptOutTable
  bounced_address: BouncedAddressTable
  mail_server: MailServerTable
}
