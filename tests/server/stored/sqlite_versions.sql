-- The schemas of SQLite before one declaration replaced them; each script follows on the one above.

-- version 1
create table guests (guest text primary key, name text not null, language text not null, seen real not null)
    without rowid;
create table tables (
    id integer primary key, code text not null unique, word text unique, game text not null, phase text not null,
    changed real not null, kept blob not null, asked blob not null, progress blob not null);
create table sitting (guest text not null, place integer not null, primary key (guest, place)) without rowid;
create index sitting_at on sitting (place);
create table moves (
    place integer not null, n integer not null, did text not null, seat integer not null, step integer not null,
    action text not null, chance text not null, key text not null, at real not null,
    primary key (place, n)) without rowid;
create unique index move_keys on moves (place, seat, key) where key <> '';
create table chat (
    place integer not null, n integer not null, name text not null, seat integer not null, text text not null,
    at real not null, primary key (place, n)) without rowid;
create table snapshots (place integer primary key, snapshot blob not null);

-- version 2
create table curves (place integer primary key, curve blob not null);

-- version 3
create table house as select lower(hex(randomblob(4))) as mark;

-- version 4
alter table tables add column uploaded integer not null default 0;

-- version 5
alter table sitting rename column place to table_id;
alter table moves rename column place to table_id;
alter table chat rename column place to table_id;
alter table snapshots rename column place to table_id;
alter table curves rename column place to table_id;

-- version 6
create table devices (
    device text primary key, guest text not null, label text not null, made real not null, seen real not null)
    without rowid;
create index devices_of on devices (guest);
insert into devices select guest, guest, '', seen, seen from guests;
create table passkeys (
    id blob primary key, guest text not null, key blob not null, count integer not null, label text not null,
    made real not null, used real not null) without rowid;
create index passkeys_of on passkeys (guest);
create table codes (hash text primary key, guest text not null, kind text not null, until real not null)
    without rowid;
create index codes_of on codes (guest);
alter table chat add column guest text not null default '';
create index chat_of on chat (guest) where guest <> '';

-- version 7
alter table tables add column kind text not null default 'game';
create table progress (
    guest text not null, game text not null, lesson text not null, code text not null, done integer not null,
    at real not null, primary key (guest, game, lesson)) without rowid;

-- version 8
create table clocks (
    table_id integer not null, seat integer not null, left real not null, used real not null, since real, due real,
    out integer not null, primary key (table_id, seat)) without rowid;
create index clocks_due on clocks (due) where due is not null;
create table prefs (guest text primary key, kept blob not null) without rowid;

-- version 9
create table notices (
    guest text not null, table_id integer not null, kind text not null, due real not null, sent real,
    primary key (guest, table_id, kind)) without rowid;
create index notices_due on notices (due) where sent is null;
create index notices_at on notices (table_id);
create table pushes (
    endpoint text primary key, guest text not null, key blob not null, auth blob not null, made real not null)
    without rowid;
create index pushes_of on pushes (guest);

-- version 10
create table daily (
    day text not null, game text not null, guest text not null, code text not null, margin integer not null,
    points integer not null, at real not null, primary key (day, game, guest)) without rowid;

-- version 11
create table results (
    table_id integer not null, seat integer not null, guest text not null, game text not null,
    place integer not null, points integer not null, rated integer not null, at real not null,
    primary key (table_id, seat)) without rowid;
create index results_of on results (guest, at);
create table ratings (
    guest text not null, game text not null, mu real not null, sigma real not null, games integer not null,
    primary key (guest, game)) without rowid;
create table shut (
    guest text not null, other text not null, how text not null, primary key (guest, other, how)) without rowid;
create table reports (
    id integer primary key, guest text not null, table_id integer not null, n integer not null, at real not null,
    done real, unique (guest, table_id, n));

-- version 12
create table banned (guest text primary key, at real not null) without rowid;

-- version 13
create table tokens (
    hash text primary key, guest text not null, player text not null, label text not null, scopes text not null,
    made real not null, seen real not null) without rowid;
create index tokens_of on tokens (guest);
create table webhooks (
    id text primary key, guest text not null, url text not null, form text not null, made real not null) without rowid;
create index webhooks_of on webhooks (guest);
create table deliveries (
    id text primary key, guest text not null, webhook text not null, table_id integer not null, kind text not null,
    due real not null, tries integer not null) without rowid;
create index deliveries_due on deliveries (due);

-- version 14
create table listed (table_id integer primary key, days integer not null);
create table here (guest text not null, node text not null, until real not null, primary key (guest, node))
    without rowid;
create table seeks (
    guest text primary key, kept blob not null, since real not null, until real not null, code text not null,
    answer text not null, contribution text not null, ended text not null) without rowid;
create index seeks_of on seeks (code) where code <> '';
create table calls (code text primary key, kept blob not null, due real not null) without rowid;
create table quick_leaves (
    guest text not null, table_id integer not null, at real not null, primary key (guest, table_id)) without rowid;

-- version 15
create table tournaments (
    code text primary key, kept blob not null, turn integer not null, phase text not null, public integer not null,
    changed real not null, due real) without rowid;
create table entries (guest text not null, tournament text not null, primary key (guest, tournament)) without rowid;
create table bouts (table_id integer primary key, tournament text not null, kept blob not null);
create index tournaments_due on tournaments (due) where due is not null;
create index entries_of on entries (tournament);
create index bouts_of on bouts (tournament);

-- version 16
create table league (
    week text not null, deal integer not null, guest text not null, game text not null, code text not null,
    margin integer not null, points integer not null, adjusted real, at real not null,
    primary key (week, deal, guest)) without rowid;
create table player_groups (code text primary key, name text not null, made real not null) without rowid;
create table members (
    guest text not null, group_code text not null, joined real not null, removed integer not null,
    primary key (guest, group_code)) without rowid;
create table group_tables (table_id integer primary key, group_code text not null);
create table group_tournaments (tournament text primary key, group_code text not null) without rowid;
create index league_of on league (guest);
create index members_of on members (group_code);
create index group_tables_of on group_tables (group_code);
create index group_tournaments_of on group_tournaments (group_code);

-- version 17
create table game_statistics (
    table_id integer not null, seat integer not null, guest text not null, game text not null, share real not null,
    plan text not null, seconds real not null, thinking real not null, mu real, sigma real, luck real,
    luck_error real, primary key (table_id, seat)) without rowid;
create index game_statistics_of on game_statistics (guest, game);
create table statistics_settings (
    guest text primary key, handle text not null unique, viewers text not null, listed integer not null) without rowid;

-- version 18
alter table webhooks add column topics text not null default 'turn invited over';
alter table webhooks add column tried real;
alter table webhooks add column status integer not null default 0;
