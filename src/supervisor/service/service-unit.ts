// The systemd unit that starts the product at boot: what it may do, and as little as that.

export interface ServicePlaces {
  /** The copy of the project that is run. */
  programs: string
  data: string
  /** The folder of backups, if they are made. */
  backups?: string | undefined
  environment: string
}

/** The rights of root that the supervisor needs; the programs that it starts keep none of them. */
const CAPABILITIES = [
  // To run each program as a user of its own, and to give it its folders.
  ...['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP', 'CAP_CHOWN', 'CAP_FOWNER', 'CAP_DAC_OVERRIDE'],
  // To find them again after it was killed, and to end them.
  ...['CAP_SYS_PTRACE', 'CAP_KILL'],
  // For SIP ports below 1024, and to close the control ports to other users.
  ...['CAP_NET_BIND_SERVICE', 'CAP_NET_ADMIN'],
]

/**
 * Left out on purpose: `MemoryDenyWriteExecute`, because Node.js compiles JavaScript while it runs;
 * `PrivateUsers`, because the users are those of the machine; `ProcSubset=pid`, because all of our
 * programs read the size of the machine from /proc.
 */
export function serviceUnit({ programs, data, backups, environment }: ServicePlaces): string {
  const folders = [data, backups].filter((one) => one !== undefined).join(' ')
  return `# Written by npm run install-service; overwritten by the next run.
[Unit]
Description=Soft switch
Wants=network-online.target
After=network-online.target nftables.service time-sync.target
RequiresMountsFor=${folders}

[Service]
Type=exec
EnvironmentFile=${environment}
WorkingDirectory=${programs}
ExecStart=${programs}/node ${programs}/src/supervisor/main.ts
Restart=on-failure
RestartSec=5s
# The supervisor ends the others in order. If it is killed, they go on and the next one adopts them.
KillMode=process
TimeoutStopSec=3min
OOMPolicy=continue
LimitNOFILE=262144
LimitCORE=0
UMask=0077

CapabilityBoundingSet=${CAPABILITIES.join(' ')}
NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=${folders}
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
DevicePolicy=closed
PrivateMounts=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
KeyringMode=private
LockPersonality=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@keyring
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`
}
