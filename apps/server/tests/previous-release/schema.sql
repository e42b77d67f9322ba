-- 20261121T0900_identity
create table "identity_users" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" boolean not null, "image" text, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz default CURRENT_TIMESTAMP not null);
create table "identity_sessions" ("id" text not null primary key, "expiresAt" timestamptz not null, "token" text not null unique, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz not null, "ipAddress" text, "userAgent" text, "userId" text not null references "identity_users" ("id") on delete cascade);
create table "identity_accounts" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "identity_users" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "scope" text, "password" text, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz not null);
create table "identity_verifications" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" timestamptz not null, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz default CURRENT_TIMESTAMP not null);
create table "identity_rate_limits" ("id" text not null primary key, "key" text not null unique, "count" integer not null, "lastRequest" bigint not null);
create index "identity_sessions_userId_idx" on "identity_sessions" ("userId");
create index "identity_accounts_userId_idx" on "identity_accounts" ("userId");
create index "identity_verifications_identifier_idx" on "identity_verifications" ("identifier");
-- 20261121T0910_accounts
create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'table % is insert only', tg_table_name using errcode = 'insufficient_privilege';
      end $$;
create table profiles (
        user_id text primary key references identity_users (id),
        plan text not null check (plan in ('starter', 'pro', 'elite', 'master')),
        plan_expiry timestamptz,
        joined_at timestamptz not null,
        telegram_chat_id text
      );
create table consents (
        id bigint generated always as identity primary key,
        user_id text not null references identity_users (id),
        kind text not null,
        version text not null,
        given boolean not null,
        at timestamptz not null
      );
create index consents_newest on consents (user_id, kind, id desc);
create table data_keys (
        owner text not null,
        version integer not null,
        wrapped bytea not null,
        primary key (owner, version)
      );
create table broker_links (
        user_id text primary key references identity_users (id),
        mode text not null check (mode in ('paper', 'live')),
        api_key bytea,
        api_key_last4 text,
        api_secret bytea,
        access_token bytea,
        exit_token bytea,
        broker_user_id text,
        egress_address text,
        connected boolean not null default false,
        login_at timestamptz,
        token_expires_at timestamptz,
        check (connected = (access_token is not null))
      );
create unique index broker_links_one_owner on broker_links (mode, broker_user_id) where broker_user_id is not null;
create table broker_login_states (
        digest text primary key,
        user_id text not null references identity_users (id),
        session_id text not null,
        expires_at timestamptz not null,
        used boolean not null default false
      );
create table trade_settings (
        user_id text primary key references identity_users (id),
        consent_given boolean not null,
        updated_at timestamptz not null
      );
create table strategies (
        user_id text not null references trade_settings (user_id),
        symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
        lots integer not null check (lots >= 0),
        auto_execute boolean not null,
        tsl_enabled boolean not null,
        sl_buffer_rupees integer not null check (sl_buffer_rupees >= 0),
        primary key (user_id, symbol)
      );
create table risk_settings (
        user_id text primary key references identity_users (id),
        capital_paise bigint check (capital_paise > 0),
        daily_loss_cap_bp integer not null check (daily_loss_cap_bp > 0),
        max_entries_per_symbol integer not null check (max_entries_per_symbol > 0)
      );
create table stop_switches (
        scope text primary key,
        engaged boolean not null,
        changed_at timestamptz not null,
        changed_by text not null,
        reason text
      );
create table payments (
        id text primary key,
        user_id text not null references identity_users (id),
        plan text not null,
        billing text not null,
        amount_paise bigint not null,
        provider text not null,
        provider_reference text not null,
        plan_expiry timestamptz not null,
        paid_at timestamptz not null
      );
create table idempotency_keys (
        user_id text not null references identity_users (id),
        route text not null,
        key text not null,
        body_hash text not null,
        status integer not null,
        reply text not null,
        created_at timestamptz not null default now(),
        primary key (user_id, route, key)
      );
create table rate_buckets (
        key text primary key,
        window_start bigint not null,
        count integer not null
      );
create table outbox (
        id bigint generated always as identity primary key,
        channel text not null check (channel in ('mail')),
        recipient text not null,
        subject text not null,
        body text not null,
        created_at timestamptz not null default now(),
        due_at timestamptz not null default now(),
        attempts integer not null default 0,
        sent_at timestamptz,
        given_up_at timestamptz,
        last_error text
      );
create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null;
create trigger consents_insert_only before update or delete on "consents"
        for each row execute function refuse_change();
create trigger consents_no_truncate before truncate on "consents"
        for each statement execute function refuse_change();
create trigger payments_insert_only before update or delete on "payments"
        for each row execute function refuse_change();
create trigger payments_no_truncate before truncate on "payments"
        for each statement execute function refuse_change();
-- 20261121T0920_market
create table decisions (
        seq bigint primary key,
        id text not null unique,
        symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
        bar_end bigint not null,
        action text not null check (action in ('buy_call', 'buy_put', 'none')),
        record jsonb not null,
        hash text not null,
        prev_hash text not null
      );
create index decisions_by_time on decisions (bar_end, symbol);
create trigger decisions_insert_only before update or delete on "decisions"
        for each row execute function refuse_change();
create trigger decisions_no_truncate before truncate on "decisions"
        for each statement execute function refuse_change();
create table leases (
        name text primary key,
        holder text not null,
        epoch bigint not null,
        expires_at timestamptz not null
      );
create table feed_session (
        id text primary key check (id = 'feed'),
        api_key bytea,
        api_key_last4 text,
        api_secret bytea,
        access_token bytea,
        broker_user_id text,
        login_at timestamptz,
        token_expires_at timestamptz
      );
-- 20261121T0930_execution
create table execution_accounts (
        account_id text primary key references profiles (user_id),
        epoch bigint not null default 0,
        journal_seq bigint not null default 0,
        journal_hash text not null
      );
create table account_journal (
        account_id text not null references execution_accounts (account_id),
        seq bigint not null,
        at bigint not null,
        batch_id text not null,
        kind text not null,
        change jsonb not null,
        hash text not null,
        prev_hash text not null,
        primary key (account_id, seq)
      );
create index account_journal_batches on account_journal (batch_id);
create table trades (
        id text primary key,
        account_id text not null references execution_accounts (account_id),
        on_day date not null,
        symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
        decision_id text not null,
        state text not null check (state in ('entering', 'open', 'exiting', 'closed', 'abandoned')),
        created_at bigint not null,
        net_paise bigint,
        body jsonb not null,
        unique (account_id, symbol, decision_id)
      );
create index trades_by_day on trades (account_id, on_day);
create index trades_live on trades (account_id) where state in ('entering', 'open', 'exiting');
create table intents (
        id text primary key,
        account_id text not null references execution_accounts (account_id),
        trade_id text not null references trades (id),
        kind text not null check (kind in ('enter', 'protect', 'move', 'exit', 'cancel')),
        outcome text not null check (outcome in ('sending', 'in_doubt', 'accepted', 'refused', 'absent')),
        tag text unique,
        created_at bigint not null,
        body jsonb not null
      );
create index intents_of_trade on intents (trade_id);
create table broker_orders (
        account_id text not null references execution_accounts (account_id),
        on_day date not null,
        order_id text not null,
        trade_id text not null references trades (id),
        phase text not null,
        body jsonb not null,
        primary key (account_id, on_day, order_id)
      );
create index broker_orders_of_trade on broker_orders (trade_id);
create table fills (
        account_id text not null references execution_accounts (account_id),
        on_day date not null,
        trade_id text not null references trades (id),
        order_id text not null,
        fill_id text not null,
        side text not null check (side in ('BUY', 'SELL')),
        quantity integer not null check (quantity > 0),
        price_paise bigint not null check (price_paise > 0),
        filled_at bigint not null,
        by_hand boolean not null,
        tradingsymbol text not null,
        product text not null,
        primary key (account_id, on_day, trade_id, order_id, fill_id)
      );
create index fills_of_trade on fills (trade_id);
create table entry_refusals (
        account_id text not null references execution_accounts (account_id),
        symbol text not null,
        decision_id text not null,
        on_day date not null,
        at bigint not null,
        code text not null,
        text text not null,
        primary key (account_id, symbol, decision_id)
      );
create index entry_refusals_by_day on entry_refusals (account_id, on_day);
create table day_locks (
        account_id text not null references execution_accounts (account_id),
        on_day date not null,
        reason text not null,
        at bigint not null,
        primary key (account_id, on_day)
      );
create table trade_notes (
        id bigint generated always as identity primary key,
        user_id text not null references profiles (user_id),
        kind text not null check (kind in ('trade_opened', 'trade_closed', 'day_locked', 'alarm')),
        key text not null unique,
        at bigint not null,
        symbol text,
        text text not null,
        told_at timestamptz
      );
create index trade_notes_untold on trade_notes (id) where told_at is null;
create trigger account_journal_insert_only before update or delete on "account_journal"
        for each row execute function refuse_change();
create trigger account_journal_no_truncate before truncate on "account_journal"
        for each statement execute function refuse_change();
create trigger fills_insert_only before update or delete on "fills"
        for each row execute function refuse_change();
create trigger fills_no_truncate before truncate on "fills"
        for each statement execute function refuse_change();
create trigger entry_refusals_insert_only before update or delete on "entry_refusals"
        for each row execute function refuse_change();
create trigger entry_refusals_no_truncate before truncate on "entry_refusals"
        for each statement execute function refuse_change();
-- 20261121T1100_paper_links
create function refuse_other_mode() returns trigger language plpgsql as $$
      begin
        raise exception 'the kind of a broker link never changes' using errcode = 'insufficient_privilege';
      end $$;
create trigger broker_links_mode_stays before update on broker_links
        for each row when (old.mode is distinct from new.mode or old.user_id is distinct from new.user_id)
        execute function refuse_other_mode();
-- 20261121T1200_audit
create table audit_findings (
        id bigint generated always as identity primary key,
        account_id text not null references execution_accounts (account_id),
        on_day date not null,
        found_at bigint not null,
        code text not null,
        subject text not null,
        text text not null,
        unique (account_id, on_day, code, subject)
      );
create index trades_of_day on trades (on_day, state);
create trigger audit_findings_insert_only before update or delete on "audit_findings"
        for each row execute function refuse_change();
create trigger audit_findings_no_truncate before truncate on "audit_findings"
        for each statement execute function refuse_change();
-- 20261121T1300_parallel_trades
alter table risk_settings
    add column max_positions_per_symbol integer not null default 1
    check (max_positions_per_symbol between 1 and 10);
-- 20261121T1400_stop_notices
create function tell_stop_switch() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stop_switches', new.scope);
      return null;
    end $$;
create trigger tell_stop_switch after insert or update on stop_switches
    for each row execute function tell_stop_switch();
-- 20261121T1500_kinds_apart
alter table trades
      add column mode text not null generated always as (body ->> 'mode') stored check (mode in ('paper', 'live'));
alter table day_locks add column mode text check (mode in ('paper', 'live'));
update day_locks d
      set mode = coalesce(
        (select t.mode from trades t where t.account_id = d.account_id and t.on_day = d.on_day limit 1),
        (select l.mode from broker_links l where l.user_id = d.account_id),
        'paper'
      );
alter table day_locks alter column mode set not null;
alter table day_locks drop constraint day_locks_pkey, add primary key (account_id, on_day, mode);
-- 20261121T1600_record
create table record_entries (
        seq bigint primary key,
        day date not null,
        kind text not null check (kind in ('signal', 'decision')),
        symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
        subject text not null,
        body text not null,
        hash text not null,
        prev_hash text not null
      );
create index record_entries_by_subject on record_entries (symbol, subject, seq);
create table record_roots (
        day date primary key,
        first_seq bigint not null unique,
        last_seq bigint not null unique,
        root jsonb not null,
        hash text not null,
        key text not null,
        signature text not null
      );
create trigger record_entries_insert_only before update or delete on "record_entries"
        for each row execute function refuse_change();
create trigger record_entries_no_truncate before truncate on "record_entries"
        for each statement execute function refuse_change();
create trigger record_roots_insert_only before update or delete on "record_roots"
        for each row execute function refuse_change();
create trigger record_roots_no_truncate before truncate on "record_roots"
        for each statement execute function refuse_change();
-- 20261121T1700_slow_inputs
create table flow_cash (
        day date primary key,
        fii_net double precision,
        dii_net double precision,
        published_at bigint not null
      );
create table flow_positions (
        day date primary key,
        future_long double precision not null,
        future_short double precision not null,
        published_at bigint not null
      );
create table daily_volatility (
        symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
        day date not null,
        sigma double precision not null check (sigma > 0),
        taken_at bigint not null,
        primary key (symbol, day)
      );
create trigger flow_cash_insert_only before update or delete on "flow_cash"
        for each row execute function refuse_change();
create trigger flow_cash_no_truncate before truncate on "flow_cash"
        for each statement execute function refuse_change();
create trigger flow_positions_insert_only before update or delete on "flow_positions"
        for each row execute function refuse_change();
create trigger flow_positions_no_truncate before truncate on "flow_positions"
        for each statement execute function refuse_change();
create trigger daily_volatility_insert_only before update or delete on "daily_volatility"
        for each row execute function refuse_change();
create trigger daily_volatility_no_truncate before truncate on "daily_volatility"
        for each statement execute function refuse_change();
-- 20261121T1800_alerts
alter table profiles add column telegram_paired_at timestamptz, add column telegram_dead_at timestamptz;
create unique index profiles_one_chat on profiles (telegram_chat_id) where telegram_paired_at is not null;
create table notices (
        id bigint generated always as identity primary key,
        user_id text not null references profiles (user_id),
        kind text not null,
        key text not null,
        at bigint not null,
        text text not null,
        link text,
        read_at timestamptz,
        created_at timestamptz not null default now(),
        unique (user_id, key)
      );
create index notices_newest on notices (user_id, id);
create index notices_unread on notices (user_id) where read_at is null;
create table chat_outbox (
        id bigint generated always as identity primary key,
        user_id text not null references profiles (user_id),
        chat_id text not null,
        notice_id bigint not null unique references notices (id) on delete cascade,
        expires_at bigint not null,
        due_at timestamptz not null default now(),
        attempts integer not null default 0,
        sent_at timestamptz,
        given_up_at timestamptz,
        last_error text
      );
create index chat_outbox_waiting on chat_outbox (chat_id, id) where sent_at is null and given_up_at is null;
create table alert_switches (
        user_id text not null references profiles (user_id),
        kind text not null,
        channel text not null check (channel in ('telegram', 'mail')),
        is_on boolean not null,
        primary key (user_id, kind, channel)
      );
create table alert_marks (name text primary key, mark bigint not null);
create table told_stops (
        trade_id text primary key references trades (id),
        trigger_paise bigint not null,
        told_at bigint not null
      );
create index entry_refusals_newest on entry_refusals (at);
create table chat_codes (
        digest text primary key,
        user_id text not null references profiles (user_id),
        expires_at timestamptz not null,
        used_at timestamptz
      );
create table chat_questions (
        digest text primary key,
        user_id text not null references profiles (user_id),
        chat_id text not null,
        question text not null check (question in ('stop', 'pause', 'pair')),
        expires_at timestamptz not null,
        answered_at timestamptz
      );
alter table stop_switches add column resume_at timestamptz;
create table stop_changes (
        id bigint generated always as identity primary key,
        scope text not null,
        engaged boolean not null,
        channel text not null check (channel in ('web', 'telegram', 'schedule')),
        changed_by text not null,
        at timestamptz not null,
        resume_at timestamptz,
        reason text
      );
create trigger stop_changes_insert_only before update or delete on "stop_changes"
        for each row execute function refuse_change();
create trigger stop_changes_no_truncate before truncate on "stop_changes"
        for each statement execute function refuse_change();
-- 20261121T2000_two_factor
alter table "identity_users" add column "twoFactorEnabled" boolean;
create table "identity_two_factors" (
      "id" text not null primary key,
      "secret" text not null,
      "backupCodes" text not null,
      "userId" text not null references "identity_users" ("id") on delete cascade,
      "verified" boolean,
      "failedVerificationCount" integer,
      "lockedUntil" timestamptz
    );
create unique index "identity_two_factors_userId_idx" on "identity_two_factors" ("userId");
-- 20261121T2100_daily_reports
create table daily_reports (
        user_id text not null references profiles (user_id),
        on_day date not null,
        written_at bigint not null,
        body jsonb not null,
        primary key (user_id, on_day)
      );
create trigger daily_reports_insert_only before update or delete on "daily_reports"
        for each row execute function refuse_change();
create trigger daily_reports_no_truncate before truncate on "daily_reports"
        for each statement execute function refuse_change();
create index trades_by_date on trades (on_day);
create index entry_refusals_by_date on entry_refusals (on_day);
alter table outbox add column html text;
alter table consents add column text_hash text;
-- 20261121T2200_public_pages
create table support_tickets (
        id text primary key,
        user_id text references identity_users (id),
        topic text not null,
        name text not null,
        email text not null,
        text text not null,
        at timestamptz not null default now()
      );
create index support_tickets_by_age on support_tickets (at);
create table status_days (
        day date not null,
        part text not null,
        looks integer not null,
        failures integer not null,
        state text not null check (state in ('up', 'down', 'idle')),
        looked_at timestamptz not null,
        primary key (day, part)
      );
create table listings (
        user_id text primary key references profiles (user_id),
        listed boolean not null,
        name text not null,
        changed_at timestamptz not null
      );
create unique index listings_one_name on listings (lower(name));
-- 20261121T2300_learning
create table weights_artefacts (
        version date primary key,
        hash text not null unique,
        body text not null,
        made_at timestamptz not null default now()
      );
create table weights_evidence (
        id bigint generated always as identity primary key,
        version date not null references weights_artefacts,
        evidence jsonb not null,
        filed_by text not null,
        filed_at bigint not null
      );
create table weights_changes (
        id bigint generated always as identity primary key,
        kind text not null check (kind in ('promoted', 'rolled_back')),
        version date references weights_artefacts,
        from_day date not null,
        decided_at bigint not null,
        decided_by text,
        reason text not null,
        figures jsonb not null,
        check (kind = 'rolled_back' or (version is not null and decided_by is not null))
      );
create trigger weights_artefacts_insert_only before update or delete on "weights_artefacts"
        for each row execute function refuse_change();
create trigger weights_artefacts_no_truncate before truncate on "weights_artefacts"
        for each statement execute function refuse_change();
create trigger weights_evidence_insert_only before update or delete on "weights_evidence"
        for each row execute function refuse_change();
create trigger weights_evidence_no_truncate before truncate on "weights_evidence"
        for each statement execute function refuse_change();
create trigger weights_changes_insert_only before update or delete on "weights_changes"
        for each row execute function refuse_change();
create trigger weights_changes_no_truncate before truncate on "weights_changes"
        for each statement execute function refuse_change();
-- 20261121T2320_data_rights
create table nominees (
        user_id text primary key references profiles (user_id),
        name text not null,
        email text not null,
        relation text not null,
        changed_at timestamptz not null
      );
create table erasures (
        user_id text primary key references profiles (user_id),
        asked_at timestamptz not null,
        done_at timestamptz
      );
create index erasures_waiting on erasures (asked_at) where done_at is null;
-- 20261122T0100_billing
create table receipts (
        payment_id text primary key references payments (id),
        series text not null,
        serial integer not null,
        starts_at timestamptz not null,
        price_paise bigint not null,
        credit_paise bigint not null,
        taxable_paise bigint not null,
        gst_paise bigint not null,
        seller jsonb not null,
        buyer jsonb not null,
        unique (series, serial)
      );
alter table profiles add column next_plan text, add column next_plan_expiry timestamptz;
create index profiles_by_expiry on profiles (plan_expiry) where plan_expiry is not null;
create index payments_by_user on payments (user_id, paid_at);
create trigger receipts_insert_only before update or delete on "receipts"
        for each row execute function refuse_change();
create trigger receipts_no_truncate before truncate on "receipts"
        for each statement execute function refuse_change();
-- 20261122T0200_checkouts
create table checkouts (
        id text primary key,
        user_id text not null references profiles (user_id),
        plan text not null,
        billing text not null,
        state text,
        amount_paise bigint not null check (amount_paise > 0),
        provider text not null,
        reference text unique,
        url text,
        status text not null check (status in ('opening', 'open', 'paid', 'void', 'disputed')),
        note text,
        quoted_at timestamptz not null,
        created_at timestamptz not null default now(),
        looked_at timestamptz,
        check (status = 'opening' or reference is not null)
      );
create index checkouts_by_user on checkouts (user_id, created_at);
create index checkouts_to_look_at on checkouts (looked_at nulls first) where status = 'open';
alter table payments add column checkout_id text unique references checkouts (id);
create table refunds (
        id text primary key,
        payment_id text not null references payments (id),
        user_id text not null references profiles (user_id),
        basis text not null check (basis in ('full', 'unused')),
        amount_paise bigint not null check (amount_paise > 0),
        taxable_paise bigint not null,
        gst_paise bigint not null,
        reason text not null,
        asked_by text not null,
        asked_at timestamptz not null,
        status text not null check (status in ('asked', 'done', 'refused')),
        note text,
        reference text,
        series text,
        serial integer,
        done_at timestamptz,
        unique (series, serial),
        check ((status = 'done') = (serial is not null))
      );
create unique index refunds_one_payment on refunds (payment_id) where status != 'refused';
create index refunds_waiting on refunds (asked_at) where status = 'asked';
create index refunds_by_user on refunds (user_id);
-- 20261122T0210_operator
alter table support_tickets add column kind text not null default 'form' check (kind in ('form', 'chat'));
create unique index support_tickets_one_chat on support_tickets (user_id) where kind = 'chat';
create table support_messages (
        id bigint generated always as identity primary key,
        ticket_id text not null references support_tickets (id) on delete cascade,
        user_id text references profiles (user_id),
        author text not null check (author in ('user', 'operator')),
        written_by text,
        text text not null,
        at timestamptz not null default now()
      );
create index support_messages_by_ticket on support_messages (ticket_id, id);
create index support_messages_by_user on support_messages (user_id) where user_id is not null;
create table operator_actions (
        id bigint generated always as identity primary key,
        operator text not null,
        action text not null,
        user_id text,
        details jsonb not null,
        at timestamptz not null
      );
create index operator_actions_by_user on operator_actions (user_id) where user_id is not null;
create table incident_notes (
        id bigint generated always as identity primary key,
        text text,
        written_by text not null,
        at timestamptz not null default now()
      );
create trigger operator_actions_insert_only before update or delete on "operator_actions"
        for each row execute function refuse_change();
create trigger operator_actions_no_truncate before truncate on "operator_actions"
        for each statement execute function refuse_change();
create trigger incident_notes_insert_only before update or delete on "incident_notes"
        for each row execute function refuse_change();
create trigger incident_notes_no_truncate before truncate on "incident_notes"
        for each statement execute function refuse_change();
-- 20261122T0230_identity_rate_limits
drop table identity_rate_limits;
-- 20261122T0540_row_security
alter table "identity_users" enable row level security;
create policy own_rows on "identity_users" to "strikewise_user" using ("id" = current_setting('app.user', true));
grant select on identity_users to strikewise_user;
alter table "identity_sessions" enable row level security;
create policy own_rows on "identity_sessions" to "strikewise_user" using ("userId" = current_setting('app.user', true));
grant select, delete on identity_sessions to strikewise_user;
alter table "identity_accounts" enable row level security;
create policy own_rows on "identity_accounts" to "strikewise_user" using ("userId" = current_setting('app.user', true));
grant select on identity_accounts to strikewise_user;
alter table "identity_two_factors" enable row level security;
create policy own_rows on "identity_two_factors" to "strikewise_user" using ("userId" = current_setting('app.user', true));
grant select on identity_two_factors to strikewise_user;
alter table "profiles" enable row level security;
create policy own_rows on "profiles" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on profiles to strikewise_user;
alter table "consents" enable row level security;
create policy own_rows on "consents" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert on consents to strikewise_user;
alter table "checkouts" enable row level security;
create policy own_rows on "checkouts" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on checkouts to strikewise_user;
alter table "payments" enable row level security;
create policy own_rows on "payments" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on payments to strikewise_user;
alter table "refunds" enable row level security;
create policy own_rows on "refunds" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on refunds to strikewise_user;
alter table "broker_links" enable row level security;
create policy own_rows on "broker_links" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on broker_links to strikewise_user;
alter table "broker_login_states" enable row level security;
create policy own_rows on "broker_login_states" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on broker_login_states to strikewise_user;
alter table "strategies" enable row level security;
create policy own_rows on "strategies" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert, update, delete on strategies to strikewise_user;
alter table "trade_settings" enable row level security;
create policy own_rows on "trade_settings" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert, update on trade_settings to strikewise_user;
alter table "risk_settings" enable row level security;
create policy own_rows on "risk_settings" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert, update on risk_settings to strikewise_user;
alter table "stop_switches" enable row level security;
create policy own_rows on "stop_switches" to "strikewise_user" using ("scope" = current_setting('app.user', true));
grant select, insert, update on stop_switches to strikewise_user;
alter table "stop_changes" enable row level security;
create policy own_rows on "stop_changes" to "strikewise_user" using ("scope" = current_setting('app.user', true));
grant select, insert on stop_changes to strikewise_user;
alter table "idempotency_keys" enable row level security;
create policy own_rows on "idempotency_keys" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert, update on idempotency_keys to strikewise_user;
alter table "chat_outbox" enable row level security;
create policy own_rows on "chat_outbox" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on chat_outbox to strikewise_user;
alter table "notices" enable row level security;
create policy own_rows on "notices" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, update (read_at) on notices to strikewise_user;
alter table "chat_codes" enable row level security;
create policy own_rows on "chat_codes" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on chat_codes to strikewise_user;
alter table "chat_questions" enable row level security;
create policy own_rows on "chat_questions" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on chat_questions to strikewise_user;
alter table "alert_switches" enable row level security;
create policy own_rows on "alert_switches" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert, update on alert_switches to strikewise_user;
alter table "trade_notes" enable row level security;
create policy own_rows on "trade_notes" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on trade_notes to strikewise_user;
alter table "support_messages" enable row level security;
create policy own_rows on "support_messages" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert on support_messages to strikewise_user;
alter table "operator_actions" enable row level security;
create policy own_rows on "operator_actions" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on operator_actions to strikewise_user;
alter table "support_tickets" enable row level security;
create policy own_rows on "support_tickets" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert, update on support_tickets to strikewise_user;
alter table "listings" enable row level security;
create policy own_rows on "listings" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert, update on listings to strikewise_user;
alter table "nominees" enable row level security;
create policy own_rows on "nominees" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert, update, delete on nominees to strikewise_user;
alter table "erasures" enable row level security;
create policy own_rows on "erasures" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select, insert, delete on erasures to strikewise_user;
alter table "daily_reports" enable row level security;
create policy own_rows on "daily_reports" to "strikewise_user" using ("user_id" = current_setting('app.user', true));
grant select on daily_reports to strikewise_user;
alter table "execution_accounts" enable row level security;
create policy own_rows on "execution_accounts" to "strikewise_user" using ("account_id" = current_setting('app.user', true));
grant select on execution_accounts to strikewise_user;
alter table "trades" enable row level security;
create policy own_rows on "trades" to "strikewise_user" using ("account_id" = current_setting('app.user', true));
grant select on trades to strikewise_user;
alter table "intents" enable row level security;
create policy own_rows on "intents" to "strikewise_user" using ("account_id" = current_setting('app.user', true));
grant select on intents to strikewise_user;
alter table "broker_orders" enable row level security;
create policy own_rows on "broker_orders" to "strikewise_user" using ("account_id" = current_setting('app.user', true));
grant select on broker_orders to strikewise_user;
alter table "fills" enable row level security;
create policy own_rows on "fills" to "strikewise_user" using ("account_id" = current_setting('app.user', true));
grant select on fills to strikewise_user;
alter table "entry_refusals" enable row level security;
create policy own_rows on "entry_refusals" to "strikewise_user" using ("account_id" = current_setting('app.user', true));
grant select on entry_refusals to strikewise_user;
alter table "day_locks" enable row level security;
create policy own_rows on "day_locks" to "strikewise_user" using ("account_id" = current_setting('app.user', true));
grant select on day_locks to strikewise_user;
alter table "account_journal" enable row level security;
create policy own_rows on "account_journal" to "strikewise_user" using ("account_id" = current_setting('app.user', true));
grant select on account_journal to strikewise_user;
alter table "audit_findings" enable row level security;
create policy own_rows on "audit_findings" to "strikewise_user" using ("account_id" = current_setting('app.user', true));
grant select on audit_findings to strikewise_user;
alter table "receipts" enable row level security;
create policy own_rows on "receipts" to "strikewise_user" using (exists (select from payments p where p.id = payment_id and p.user_id = current_setting('app.user', true)));
grant select on receipts to strikewise_user;
create policy everybody on stop_switches for select to "strikewise_user" using (scope = 'global');
grant select on decisions to strikewise_user;
grant insert on outbox to strikewise_user;
grant select, insert, update on rate_buckets to strikewise_user;
-- 20261122T1000_covers
alter table intents drop constraint intents_kind_check;
alter table intents add constraint intents_kind_check
    check (kind in ('enter', 'protect', 'move', 'exit', 'cancel', 'cover'));
alter table risk_settings add column cover_manual_shorts boolean not null default false;
-- 20261122T1200_sign_ups
create table sign_ups (
      token_digest text primary key,
      email text not null,
      name text not null,
      password_hash text not null,
      expires_at timestamptz not null
    );
create index sign_ups_email_idx on sign_ups (email);
create table sign_in_failures (
      account text not null,
      origin text not null,
      window_start bigint not null,
      count integer not null,
      primary key (account, origin)
    );
alter table identity_sessions add column "secondFactor" boolean not null default false;
alter table identity_sessions add column "authenticatedAt" timestamptz;
update identity_sessions set "authenticatedAt" = "createdAt";
-- 20261122T1300_count_tries
create function count_try(try_key text, at bigint, window_ms bigint) returns integer
      language sql security definer set search_path = pg_catalog, public as $$
        insert into public.rate_buckets as bucket (key, window_start, count) values (try_key, at, 1)
        on conflict (key) do update set
          count = case when bucket.window_start <= at - window_ms then 1 else bucket.count + 1 end,
          window_start = case when bucket.window_start <= at - window_ms then at else bucket.window_start end
        returning count
      $$;
revoke all on function count_try(text, bigint, bigint) from public;
grant execute on function count_try(text, bigint, bigint) to strikewise_user;
revoke all on rate_buckets from strikewise_user;
-- 20261122T1310_operator_chain
alter table operator_actions add column prev_hash text, add column hash text;
-- 20261122T1840_account_changes
create table account_changes (
      id bigint generated always as identity primary key,
      user_id text not null,
      change text not null,
      at timestamptz not null default now()
    );
create index account_changes_user_idx on account_changes (user_id);
alter table account_changes enable row level security;
create policy own_rows on account_changes to "strikewise_user"
      using (user_id = current_setting('app.user', true));
grant select, insert on account_changes to strikewise_user;
-- 20261122T2130_record_without_plan
alter table profiles
    alter column plan drop not null,
    add constraint profiles_expiry_of_a_plan check (plan is not null or plan_expiry is null);
-- 20261122T2140_ended_sessions
create table ended_sessions (
      digest text primary key,
      user_id text not null,
      reason text not null check (reason in ('expired', 'signed_out', 'password_changed')),
      ended_at timestamptz not null default now()
    );
create index ended_sessions_user_idx on ended_sessions (user_id);
alter table ended_sessions enable row level security;
create policy own_rows on ended_sessions to "strikewise_user"
      using (user_id = current_setting('app.user', true));
grant select, insert on ended_sessions to strikewise_user;
-- 20261123T0400_account_language
alter table identity_users add column language text check (language in ('en', 'hi'));
alter table sign_ups add column language text check (language in ('en', 'hi'));
grant update (language) on identity_users to strikewise_user;
-- 20261123T0410_mail_language
alter table outbox add column language text check (language in ('en', 'hi'));
-- 20261123T0712_messages
alter table "entry_refusals"
        add column message jsonb,
        alter column "text" drop not null,
        add check (message is not null or "text" is not null);
alter table "trade_notes"
        add column message jsonb,
        alter column "text" drop not null,
        add check (message is not null or "text" is not null);
alter table "notices"
        add column message jsonb,
        alter column "text" drop not null,
        add check (message is not null or "text" is not null);
alter table "audit_findings"
        add column message jsonb,
        alter column "text" drop not null,
        add check (message is not null or "text" is not null);
alter table "weights_changes"
        add column message jsonb,
        alter column "reason" drop not null,
        add check (message is not null or "reason" is not null);
alter table "checkouts" add column note_message jsonb;
alter table "refunds" add column note_message jsonb;
alter table chat_outbox add column problem jsonb;
-- 20261123T0915_message_form
alter table "entry_refusals"
        add check (
          "message" is null
          or coalesce(jsonb_typeof("message" -> 'code') = 'string', false)
          and coalesce(jsonb_typeof("message" -> 'params') = 'object', false)
        );
alter table "trade_notes"
        add check (
          "message" is null
          or coalesce(jsonb_typeof("message" -> 'code') = 'string', false)
          and coalesce(jsonb_typeof("message" -> 'params') = 'object', false)
        );
alter table "notices"
        add check (
          "message" is null
          or coalesce(jsonb_typeof("message" -> 'code') = 'string', false)
          and coalesce(jsonb_typeof("message" -> 'params') = 'object', false)
        );
alter table "audit_findings"
        add check (
          "message" is null
          or coalesce(jsonb_typeof("message" -> 'code') = 'string', false)
          and coalesce(jsonb_typeof("message" -> 'params') = 'object', false)
        );
alter table "weights_changes"
        add check (
          "message" is null
          or coalesce(jsonb_typeof("message" -> 'code') = 'string', false)
          and coalesce(jsonb_typeof("message" -> 'params') = 'object', false)
        );
alter table "checkouts"
        add check (
          "note_message" is null
          or coalesce(jsonb_typeof("note_message" -> 'code') = 'string', false)
          and coalesce(jsonb_typeof("note_message" -> 'params') = 'object', false)
        );
alter table "refunds"
        add check (
          "note_message" is null
          or coalesce(jsonb_typeof("note_message" -> 'code') = 'string', false)
          and coalesce(jsonb_typeof("note_message" -> 'params') = 'object', false)
        );
alter table "chat_outbox"
        add check (
          "problem" is null
          or coalesce(jsonb_typeof("problem" -> 'code') = 'string', false)
          and coalesce(jsonb_typeof("problem" -> 'params') = 'object', false)
        );
