import caddyfile from '../deploy/Caddyfile' with { type: 'text' };
import nginxConf from '../deploy/nginx.conf' with { type: 'text' };
import service from '../deploy/padel-club.service' with { type: 'text' };
import tunnelService from '../deploy/padel-club-tunnel.service' with { type: 'text' };
import wireguardService from '../deploy/padel-club-wireguard.service' with { type: 'text' };
import wireguardSocket from '../deploy/padel-club-wireguard.socket' with { type: 'text' };

/**
 * Commands are indented by three spaces; a page's are complete, in order, and tried as they are printed.
 * `tcp_retries2`: sshd pings a silent club only while no visitor comes, so without it a busy server keeps a dead tunnel,
 * and its port, for a quarter of an hour.
 */
const SITE = `   sudo install padel-club /usr/local/bin/
   padel-club help padel-club.service | sudo tee /etc/systemd/system/padel-club.service >/dev/null
   echo PUBLIC_URL=https://$site | sudo sh -c 'umask 077 && cat >>/etc/padel-club.env'
   sudo systemctl daemon-reload && sudo systemctl enable padel-club && sudo systemctl restart padel-club`;

const SET_UP_HEADING =
  'The set-up, once the first line says that the address is fine: open the link on your phone';
const SET_UP = `   sudo padel-club doctor --address --data /var/lib/padel-club
   sudo padel-club setup-link --data /var/lib/padel-club`;

/** The proxy on the rented server, from the computer in the club. */
const caddyThere = (replaced: string) => `   ssh -n $login sudo apt install -y caddy
   padel-club help Caddyfile | sed "${replaced}" |
     ssh $login 'sudo tee /etc/caddy/Caddyfile >/dev/null && sudo systemctl reload caddy'`;

const OFFLINE_PAGE_THERE = `   sudo padel-club offline-page --data /var/lib/padel-club |
     ssh $login 'sudo mkdir -p /var/www/club-offline && sudo tee /var/www/club-offline/index.html >/dev/null'`;

const HERE_AND_THERE = `The rented server (Debian 12, Ubuntu 24.04 or newer) has the name and the certificate, but no data. Type everything on
the club's computer, in one terminal, in the executable's folder. Begin with your own values: the name, whose DNS record
must be the server's number; that number; how you log in there, as root or with a passwordless sudo. If ssh asks: yes.

   site=club.example
   server=203.0.113.10
   login=root@$server
   sudo apt update && sudo apt install -y openssh-client && ssh -n $login sudo apt update`;

const ONLINE = `Online: the site on a rented server, behind Caddy or nginx

For a computer in the club that the internet can't reach: padel-club help tunnel, or help wireguard, or help hosted.

The server runs Debian 12, Ubuntu 24.04 or newer, and its ports 80 and 443 are open. Type everything there, in one
terminal, in the folder of the executable. Begin with your own name, whose DNS record must be the server's number:

   site=club.example

1. The site, as a service that only a proxy on this machine can reach

${SITE}

2. Caddy, which gets the certificate. With nginx: padel-club help nginx

   sudo apt update && sudo apt install -y caddy
   padel-club help Caddyfile | sed "s/club.example/$site/" | sudo tee /etc/caddy/Caddyfile >/dev/null
   sudo systemctl reload caddy

3. ${SET_UP_HEADING}

${SET_UP}

4. After the set-up, and when the name or phone changes: what visitors see while the site is stopped

   sudo mkdir -p /var/www/club-offline
   sudo padel-club offline-page --data /var/lib/padel-club | sudo tee /var/www/club-offline/index.html >/dev/null

Make sure that port 3000 can't be reached around the proxy: the service believes what the proxy says about the visitor.
To check later: Club, Settings, Public address in the dashboard; or sudo padel-club doctor --data /var/lib/padel-club
`;

const TUNNEL = `Tunnel: the site on a computer in the club, its address on a small rented server, over ssh

${HERE_AND_THERE}

1. The site

${SITE}

2. The tunnel: the club's computer keeps a connection to a user of the server who may do nothing else

   sudo useradd --system padel-club-tunnel; sudo ssh-keygen -q -t ed25519 -N '' -f /etc/padel-club-tunnel.key
   sudo sed 's/^/restrict,port-forwarding,permitopen="127.0.0.1:3000",permitlisten="127.0.0.1:3000" /' \\
     /etc/padel-club-tunnel.key.pub | ssh $login '
       sudo useradd --create-home --shell /usr/sbin/nologin tunnel; sudo mkdir /home/tunnel/.ssh
       sudo tee /home/tunnel/.ssh/authorized_keys
       printf "ClientAliveInterval 10\\nClientAliveCountMax 3\\n" | sudo tee /etc/ssh/sshd_config.d/padel-club.conf
       echo net.ipv4.tcp_retries2=6 | sudo tee /etc/sysctl.d/padel-club.conf
       sudo systemctl reload-or-restart ssh systemd-sysctl'
   echo SERVER=tunnel@$server | sudo tee /etc/padel-club-tunnel.env
   padel-club help padel-club-tunnel.service | sudo tee /etc/systemd/system/padel-club-tunnel.service >/dev/null
   sudo systemctl enable --now padel-club-tunnel

3. Caddy on the server, whose ports 80 and 443 are open, gets the certificate. With nginx: padel-club help nginx

${caddyThere('s/club.example/$site/')}

4. ${SET_UP_HEADING}

${SET_UP}

5. After the set-up, and when the name or phone changes: what visitors see while the club's computer is off

${OFFLINE_PAGE_THERE}

To check later: Club, Settings, Public address in the dashboard. After a power cut: padel-club help power
`;

const WIREGUARD = `WireGuard: the site on a computer in the club, its address on a small rented server, over a private network

${HERE_AND_THERE}

1. The site

${SITE}

2. The private network: 10.77.0.1 is the server, 10.77.0.2 the club. The server's port 51820 is open for UDP.

   sudo apt install -y wireguard && ssh -n $login sudo apt install -y wireguard
   here=$(wg genkey) there=$(wg genkey)
   printf '%s\\n' '[Interface]' 'Address = 10.77.0.2/24' "PrivateKey = $here" '[Peer]' 'AllowedIPs = 10.77.0.1/32' \\
     "PublicKey = $(echo $there | wg pubkey)" "Endpoint = $server:51820" 'PersistentKeepalive = 25' |
     sudo sh -c 'umask 077 && cat >/etc/wireguard/wg0.conf'
   printf '%s\\n' '[Interface]' 'Address = 10.77.0.1/24' "PrivateKey = $there" 'ListenPort = 51820' \\
     '[Peer]' 'AllowedIPs = 10.77.0.2/32' "PublicKey = $(echo $here | wg pubkey)" |
     ssh $login 'sudo sh -c "umask 077 && cat >/etc/wireguard/wg0.conf" && sudo systemctl enable --now wg-quick@wg0'
   for unit in padel-club-wireguard.socket padel-club-wireguard.service; do
     padel-club help $unit | sudo tee /etc/systemd/system/$unit >/dev/null; done
   sudo systemctl enable --now wg-quick@wg0 padel-club-wireguard.socket

3. Caddy on the server, whose ports 80 and 443 are open, gets the certificate. With nginx: padel-club help nginx

${caddyThere('s/club.example/$site/; s/127.0.0.1:3000/10.77.0.2:3000/')}

4. ${SET_UP_HEADING}

${SET_UP}

5. After the set-up, and when the name or phone changes: what visitors see while the club's computer is off

${OFFLINE_PAGE_THERE}

To check later: Club, Settings, Public address in the dashboard. After a power cut: padel-club help power
`;

const NGINX = `nginx, in place of Caddy on the page that you follow

padel-club help online:

   sudo apt update && sudo apt install -y nginx python3-certbot-nginx && sudo certbot certonly --nginx -d $site
   padel-club help nginx.conf | sed "s/club.example/$site/" | sudo tee /etc/nginx/conf.d/padel-club.conf >/dev/null
   sudo systemctl reload nginx

padel-club help tunnel:

   ssh -t $login "sudo apt install -y nginx python3-certbot-nginx && sudo certbot certonly --nginx -d $site"
   padel-club help nginx.conf | sed "s/club.example/$site/" |
     ssh $login 'sudo tee /etc/nginx/conf.d/padel-club.conf >/dev/null && sudo systemctl reload nginx'

padel-club help wireguard:

   ssh -t $login "sudo apt install -y nginx python3-certbot-nginx && sudo certbot certonly --nginx -d $site"
   padel-club help nginx.conf | sed "s/club.example/$site/; s/127.0.0.1:3000/10.77.0.2:3000/" |
     ssh $login 'sudo tee /etc/nginx/conf.d/padel-club.conf >/dev/null && sudo systemctl reload nginx'

certbot asks for an email address and renews the certificate by itself.
`;

const HOSTED = `Hosted: the site on a computer in the club, behind a company's tunnel, without a server of your own

The company holds the name and the certificate and sees what passes. Its program keeps a connection from the club
outwards, so no port of the router is opened. Type everything on the computer in the club, in the folder of the
executable. Begin with your own name; with Tailscale it is one of theirs, such as club.YOUR-NET.ts.net:

   site=club.example

1. The site, which listens on this machine alone and believes what the tunnel's program says about visitors

${SITE}

2. One of the two tunnels

Cloudflare Tunnel, for a name whose DNS is at Cloudflare: in its dashboard, under Networking, Tunnels, create a tunnel.
Run the commands that it shows for Debian, which install cloudflared as a service. Add the name to the tunnel, with the
service http://127.0.0.1:3000. Leave the host header as it is, and put no cache rule on /api.

Or Tailscale Funnel, after installing tailscale as its site says:

   sudo tailscale up && sudo tailscale funnel --bg 3000

Both write the visitor's address last into X-Forwarded-For, whatever the visitor sent, and X-Forwarded-Proto.

3. ${SET_UP_HEADING}

${SET_UP}

While the club's computer is off, visitors see the company's own page, and yours with padel-club help tunnel.
To check later: Club, Settings, Public address in the dashboard; or sudo padel-club doctor --data /var/lib/padel-club
`;

const WINDOWS = `Windows: the site on a PC in the club

In the Start menu, right-click Terminal or Command Prompt and choose "Run as administrator".

1. In the folder of the downloaded program, with the name it has there:

   .\\padel-club.exe install

   It prints the set-up link, which a phone in the same network opens too, if Windows calls that network private
   (Settings, Network & internet). From then on the site starts with the computer, and within a minute if it ended.

2. A PC that stays on: powercfg /change standby-timeout-ac 0
   After a power cut it must start by itself: in its BIOS, "Restore on AC power loss" is "Power on".

3. Copies on a second disk, such as E: (a bucket needs no step here):

   mkdir E:\\PadelClub
   icacls E:\\PadelClub /grant "*S-1-5-19:(OI)(CI)M"

   The folder goes into the dashboard: Club, Settings, Backup copies. S-1-5-19 is LOCAL SERVICE, the site's account.

4. The address on the internet: padel-club help hosted. In place of its first step, write into
   C:\\ProgramData\\PadelClub\\padel-club.env, and stop and start the site:

   PUBLIC_URL=https://YOUR-ADDRESS
   HOST=127.0.0.1
   TRUST_PROXY=true

Every day, in   cd "C:\\Program Files\\PadelClub"

   .\\padel-club doctor            says what else to do
   .\\padel-club backup            prints the path of its file
   .\\padel-club update FILE       installs a newer padel-club.exe, and goes back if it fails
   .\\padel-club uninstall         keeps the club in C:\\ProgramData\\PadelClub\\data

Stop, such as for a restore: schtasks /Change /TN PadelClub /DISABLE, then schtasks /End /TN PadelClub
Start:                       schtasks /Change /TN PadelClub /ENABLE, then schtasks /Run /TN PadelClub
The log is in C:\\ProgramData\\PadelClub\\log: padel-club.log, and four older ones of 5 MB.
`;

const POWER = `After a power cut: everything comes back by itself

Before the first one
- A PC must start when the power returns: set "Restore on AC power loss" to "Power on" in its BIOS. A Raspberry Pi does.
- Open the dashboard on the reception's phone on every day of play: the phone then keeps the day's list.

While the power is off
- Visitors see the page with the club's phone. In the first half minute, each of them waits up to 30 seconds for it;
  afterwards none over ssh, and up to 5 seconds over WireGuard.
- The reception opens the dashboard's address on that phone and has the day's list as it last was: who plays where and
  when, and what is to be collected. Whoever walks in goes on paper, and into the dashboard afterwards.

When it returns
- The site starts with the computer, before the internet is there. On that computer it answers at http://localhost:3000.
- The tunnel tries again until it gets through. Visitors have the site at most half a minute after the internet is back;
  whoever has the other page open gets it by itself within a minute.
- No booking, payment or receipt that was confirmed to somebody is lost.
- A Raspberry Pi has no clock of its own, and an old PC's battery may be empty: until the internet tells them the time,
  they show another day or year. The site takes bookings meanwhile, but releases, reminds and deletes nothing for the
  first ten minutes, nor while the clock is before the day the program was made. To do in the dashboard says so. An
  unpaid booking whose play has begun stays, and its money stays owed.
- WireGuard connects once the clock is right again, since the server refuses a time earlier than the last; ssh before.

Afterwards, on the computer in the club: what is not well, with what to do

   sudo padel-club doctor --data /var/lib/padel-club
   systemctl --no-pager status 'padel-club*' 'wg-quick*'
   journalctl -b -u 'padel-club*' -u 'wg-quick*'

Rehearse it on a quiet morning: pull the plug of the computer and the router, look at the site on a phone that isn't in
the club's network, plug both in again, touch nothing, and count the minutes until the site is back.
`;

const CARD = `Memory cards: what the site writes on the card of a Raspberry Pi

Measured below the file system (ext4, noatime), on a club of 2,000 bookings without a mail server:

- A day on which nobody books: 13 MB, for the time of day, which it notes every three minutes.
- A booking with its two emails: 0.4 MB. Its receipt, a picture of 0.5 MB: 0.7 MB. Marking it paid: 0.3 MB.
- A day of 40 bookings, most with a receipt: 65 MB, or 24 GB in a year of such days. A card of 32 GB is full after more
  than a year and bears being filled hundreds of times, so it lasts for years, even if it writes ten times that inside.
- A daily backup: about the size of the whole club with its receipts, each day. On the card, it would soon be the most.

The site does its part: each commit is written and synced once into the log of the database, bookings of one moment
share it, and the log goes into the database only after 4 MB. Nothing is written for visitors who only look.

What you do:

- Put backups and copies elsewhere: a USB disk as folder under [backup] in club.toml, or a bucket.
- Buy a card of 32 GB or more that is sold for cameras that record all day ("high endurance").
- Keep the system's log small, which these figures leave out, and in memory if you can do without it after a power cut:

   sudo mkdir -p /etc/systemd/journald.conf.d
   printf '[Journal]\\nStorage=volatile\\nRuntimeMaxUse=50M\\n' | sudo tee /etc/systemd/journald.conf.d/card.conf
   sudo systemctl restart systemd-journald
`;

/**
 * What `padel-club help TOPIC` prints, apart from the help for commands: a screen of text, or a file to install.
 */
export const TOPICS: Readonly<Record<string, string>> = {
  online: ONLINE,
  tunnel: TUNNEL,
  wireguard: WIREGUARD,
  hosted: HOSTED,
  nginx: NGINX,
  power: POWER,
  windows: WINDOWS,
  card: CARD,
  Caddyfile: caddyfile,
  'nginx.conf': nginxConf,
  'padel-club.service': service,
  'padel-club-tunnel.service': tunnelService,
  'padel-club-wireguard.socket': wireguardSocket,
  'padel-club-wireguard.service': wireguardService,
};
