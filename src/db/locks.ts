// The numbers of advisory locks. PostgreSQL has one space of them for the whole database, so that
// each is listed here once. 727002 is taken in SQL, by make_partition of the migrations.

/** `migrate`: of two starters one applies migrations, the other waits. */
export const MIGRATION_LOCK = 727001

/** `make_partition`: two jobs do not make the same partition. */
export const MAKE_PARTITION_LOCK = 727002

/** `prepareRoles`: of two starters one makes the roles of the database, the other waits. */
export const ROLES_LOCK = 727003

/** Changes of admins and permission groups: what one of them has checked is true until its end. */
export const ADMINS_LOCK = 727004

/**
 * Whatever writes the sums of reports: the move of additions, the rebuild of a day, and the removal
 * of partitions, whose records a rebuild reads.
 */
export const TRAFFIC_SUMS_LOCK = 727005

/** A removal of a partition, from its detachment until it is written down; verify shares it. */
export const REMOVAL_LOCK = 727006

/** The worker of rate imports: one import is worked on at a time. */
export const RATE_IMPORT_LOCK = 727010

/** The computation of tariffs that follow another one: one at a time. */
export const MARKUP_LOCK = 727012

/** Changes of which tariff follows which: no two of them make a circle. */
export const CHAINS_LOCK = 727013

/** The worker of reconciliations: one is compared at a time. */
export const RECONCILIATION_LOCK = 727014

/** Uploads of files: each counts those that are under way before it begins. */
export const UPLOAD_LOCK = 727015

/** With the id of an account: its invoices are changed by one transaction at a time. */
export const INVOICES_LOCK = 727017

/** With the id of an invoice: its lines are made by one process at a time. */
export const INVOICE_LINES_LOCK = 727018

/** The reader of the first rows of uploaded files: one file is read at a time. */
export const FILE_HEAD_LOCK = 727016

/** The judge of alarms: one run at a time reads those that are open, and changes them. */
export const ALARMS_LOCK = 727019

/** The expansion of events into deliveries: who counts what was sent within an hour is alone. */
export const NOTIFICATIONS_LOCK = 727020

/** The base backup that is being made: only one at a time. */
export const BACKUP_LOCK = 727021

/** The masking of numbers: by one supervisor at a time. */
export const MASKING_LOCK = 727022

/** Which days are masked: a day begins alone, and what needs whole numbers shares it. */
export const MASKED_DAYS_LOCK = 727023

/** The reading of archived calls: by one supervisor at a time. */
export const ARCHIVE_LOCK = 727024

/** With the id of a reseller: what its tariffs take is counted by one transaction at a time. */
export const RESELLER_TARIFFS_LOCK = 727025
