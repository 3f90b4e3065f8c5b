# Which of a lab's two files has a task: for the commands that take one task's program or source.
# shellcheck shell=bash

. "${BASH_SOURCE[0]%/*}/terminal.bash"

# task_of JUDGE TASK CORE STRETCH: prints CORE or STRETCH, or CORE where there is no STRETCH. Without such
# a task one line on stderr, and status 2.
task_of() {
    case $("$1" --list | awk -v task="$2" '$2 == task { print $1 }') in
    '')
        echo "TASK=$2: say which task, one of: $("$1" --list | awk '{ print $2 }' | xargs)" | fold_lines >&2
        return 2
        ;;
    core) echo "$3" ;;
    *) echo "${4:-$3}" ;;
    esac
}
