-- How often a run was taken over from a process that ended, since the run's last commit. Counted before the run goes on,
-- so that one which ends every process is given up after a few of them.
ALTER TABLE runs ADD COLUMN takeovers INTEGER NOT NULL DEFAULT 0;
